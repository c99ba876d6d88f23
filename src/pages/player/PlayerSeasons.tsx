import { commas } from '#events/ui/labels/list-labels.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import { useDocuments } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ordinal, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import type { PlayerSeriesDoc } from '#series/contract/documents.ts'
import { nightCount, seriesHref } from '#series/ui/series-labels.ts'
import styles from './events.module.css'

/** A player's places in seasons, newest first. Shows nothing without any. */
export function PlayerSeasons({ userId }: { userId: string }) {
  const seasons = useDocuments<PlayerSeriesDoc, (PlayerSeriesDoc & { _id: string })[]>(
    'playerSeries',
    documents => documents.filter(each => each.userId === userId).sort((a, b) => b.receipt - a.receipt),
    [userId],
  )
  if (seasons.length === 0) return null
  return (
    <section className={layout.stack4} aria-labelledby="seasons">
      <h2 id="seasons">{m.series_seasons()}</h2>
      <List className={layout.stack}>
        {seasons.map(({ _id, name, slug, rank, players, total, nights, dropped }) => (
          <li key={_id} className={styles.event}>
            <RankBadge rank={rank} />
            <span className={cx(layout.stack, layout.anywhere, styles.name)}>
              <Link href={seriesHref(slug)}>{name}</Link>
              <span className={layout.quiet}>
                {commas([
                  times(total, m.events_count_points),
                  nightCount(nights),
                  dropped > 0 && m.series_dropped({ count: dropped, n: plainNumber(dropped) }),
                ])}
              </span>
            </span>
            <span className={cx(layout.quiet, styles.place)}>
              {m.series_place_of({ nth: ordinal(rank), players: plainNumber(players) })}
            </span>
          </li>
        ))}
      </List>
    </section>
  )
}
