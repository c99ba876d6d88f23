import { useState } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import { commas } from '#events/ui/labels/list-labels.ts'
import { decimal, times } from '#events/ui/labels/number-labels.ts'
import styles from '#events/ui/standings/standings.module.css'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useHydrated } from '#platform/ui/use-hydrated.ts'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { type RowNightsProps, SeriesRowNights } from './SeriesRowNights.tsx'
import { nightCount, seriesHref } from './series-labels.ts'
import { FIRST_ROWS, type ShownNight, type ShownSeries, useRows } from './use-series.ts'

/** The standings of a season. A row unfolds to its nights; without scripts it is a link to the page with the row unfolded. */
export function SeriesStandings({
  series,
  nights,
  openRow,
  all,
}: {
  series: ShownSeries
  nights: readonly ShownNight[]
  openRow: string | null
  /** false: the first rows */
  all: boolean
}) {
  const { live, rows } = useRows(series.slug, series._id, all)
  const userId = useUserId()
  return (
    <section className={layout.stack4} aria-labelledby="standings">
      <h2 id="standings">{m.series_standings()}</h2>
      {live.state === 'pending' && rows.length === 0 && <Skeleton kind="board-row" count={8} />}
      {live.state === 'failed' && <ErrorState title={m.series_standings_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && rows.length === 0 && (
        <EmptyState title={m.series_standings_none()}>{m.series_standings_none_words()}</EmptyState>
      )}
      <List ordered className={styles.rows}>
        {rows.map((row, i) => (
          <Row
            key={row._id}
            series={series}
            row={row}
            neighbours={[rows[i - 1], rows[i + 1]]}
            nights={nights}
            own={row.userId !== undefined && row.userId === userId}
            all={all}
            opened={row.rowId === openRow}
          />
        ))}
      </List>
      {!all && rows.length === FIRST_ROWS && (
        <p>
          <Link className={layout.touch} href={`${seriesHref(series.slug)}?all=1`}>
            {m.series_rows_all()}
          </Link>
        </p>
      )}
    </section>
  )
}

function Row({ own, all, opened, ...shown }: RowNightsProps & { own: boolean; all: boolean; opened: boolean }) {
  const { series, row } = shown
  const [isOpen, setIsOpen] = useState(opened)
  const isHydrated = useHydrated()
  return (
    <li className={cx(styles.row, own && styles.own)} data-row={row._id} data-mark={row.total}>
      <details open={isOpen} onToggle={event => setIsOpen(event.currentTarget.open)}>
        <summary className={styles.line}>
          <RankBadge rank={row.rank} />
          <span className={cx(layout.stack, styles.face)}>
            <Avatar name={row.name} />
          </span>
          <span className={layout.stack}>
            <span className={cx(layout.anywhere, layout.strong, styles.name)}>
              {row.username === '' ? m.ui_deleted_player() : row.name}
              {own && <span className={styles.you}> {m.ui_you()}</span>}
            </span>
            <span className={layout.small}>{commas([row.userId === undefined && m.events_guest(), nightCount(row.nights)])}</span>
          </span>
          <span className={styles.figure}>
            <span className={styles.value}>{decimal(row.total)}</span>
            <VisuallyHidden> {times(row.total, m.events_count_points)}</VisuallyHidden>
          </span>
          <span className={styles.sign}>
            <Icon name="down" />
          </span>
        </summary>
        {isOpen ? (
          <SeriesRowNights {...shown} />
        ) : (
          !isHydrated && (
            <p className={styles.why}>
              <Link href={`${seriesHref(series.slug)}?${all ? 'all=1&' : ''}row=${row.rowId}`}>{m.series_row_nights()}</Link>
            </p>
          )
        )}
      </details>
    </li>
  )
}
