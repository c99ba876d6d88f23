import { eventHref } from '#events/ui/event-url.ts'
import { commas } from '#events/ui/labels/list-labels.ts'
import { decimal, placeLabel } from '#events/ui/labels/number-labels.ts'
import styles from '#events/ui/standings/standings.module.css'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import type { SeriesRowNightDoc } from '../contract/documents.ts'
import { seriesRow } from '../contract/publications.ts'
import { separatedBy } from '../rules/series-standings.ts'
import { OUTCOME_LABELS, TIE_LABELS } from './series-labels.ts'
import type { ShownNight, ShownRow, ShownSeries } from './use-series.ts'

export interface RowNightsProps {
  series: ShownSeries
  row: ShownRow
  /** the rows before and after it */
  neighbours: readonly (ShownRow | undefined)[]
  nights: readonly ShownNight[]
}

/** Explains a row night by night: what each was worth, what counts, what was dropped, and what is still possible. It is loaded once it is open. */
export function SeriesRowNights({ series, row, neighbours, nights }: RowNightsProps) {
  const { rowId } = row
  const live = useSubscription(seriesRow, { slug: series.slug, rowId })
  const own = useDocuments<SeriesRowNightDoc, (SeriesRowNightDoc & { _id: string })[]>(
    'seriesRowNights',
    documents => documents.filter(each => each.rowId === rowId).sort((a, b) => a.number - b.number),
    [rowId],
  )
  const names = new Map(nights.map(({ eventId, name }) => [eventId, name]))
  const attended = own.reduce((sum, { attendance = 0 }) => sum + attendance * 1000, 0) / 1000
  const tie = neighbours.map(other => separatedBy(row.order, other?.order)).find(index => index !== null) ?? null
  return (
    <div className={cx(layout.stack3, styles.why)}>
      {live.state === 'pending' && own.length === 0 && <Skeleton kind="board-row" count={2} />}
      {live.state === 'failed' && <p className={layout.muted}>{`${m.series_row_failed()} ${errorMessage(live.error)}`}</p>}
      <List className={styles.results}>
        {own.map(({ _id, eventId, number, outcome, rank, points, most }) => (
          <li key={_id} className={cx(styles.result, outcome !== 'counts' && layout.muted)}>
            <Link className={cx(layout.link, layout.anywhere, styles.machine)} href={eventHref(eventId)}>
              {names.get(eventId) ?? m.series_night_number({ n: number })}
            </Link>
            <span className={styles.score}>{points === undefined ? '' : decimal(points)}</span>
            <span className={cx(layout.quiet, styles.note)}>
              {commas([
                rank !== undefined && placeLabel(rank),
                OUTCOME_LABELS[outcome](),
                most !== undefined && m.series_outcome_most({ n: decimal(most) }),
              ])}
            </span>
          </li>
        ))}
      </List>
      {attended > 0 && <p>{m.series_attendance_line({ n: decimal(attended) })}</p>}
      {row.possible !== undefined && <p>{m.series_possible({ n: decimal(row.possible) })}</p>}
      {tie !== null && series.ties?.[tie] !== undefined && <p>{m.series_tie_decided({ what: TIE_LABELS[series.ties[tie]]() })}</p>}
      {row.username !== undefined && row.username !== '' && (
        <p>
          <PlayerLink className={layout.touch} username={row.username}>
            {m.events_why_page({ name: row.name })}
          </PlayerLink>
        </p>
      )}
    </div>
  )
}
