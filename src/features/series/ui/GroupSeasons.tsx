import styles from '#events/ui/group-events.module.css'
import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { SeriesDoc } from '../contract/documents.ts'
import { seriesList } from '../contract/publications.ts'
import { nightCount, seriesHref } from './series-labels.ts'
import type { ShownSeries } from './use-series.ts'

/** How many seasons the page of a group shows. */
const MAX_SEASONS = 20

/** Returns the subscription input for the page of a group. */
export const groupSeasonsInput = (groupId: string): { groupId: string; limit: number } => ({ groupId, limit: MAX_SEASONS })

/** A group's seasons, newest first. @param mayAdd true if the user runs the group and may add seasons */
export function GroupSeasons({ groupId, mayAdd }: { groupId: string; mayAdd: boolean }) {
  useSubscription(seriesList, groupSeasonsInput(groupId))
  const seasons = useDocuments<SeriesDoc, ShownSeries[]>(
    'series',
    documents => documents.filter(each => each.groupId === groupId).sort((a, b) => b.receipt - a.receipt),
    [groupId],
  )
  return (
    <section className={layout.stack3} aria-labelledby="seasons">
      <div className={styles.head}>
        <h2 id="seasons">{m.series_seasons()}</h2>
        {mayAdd && <ButtonLink href={`/series/new?group=${groupId}`}>{m.series_new()}</ButtonLink>}
      </div>
      {seasons.length === 0 ? (
        <p className={styles.none}>{m.series_none()}</p>
      ) : (
        <List className={layout.stack}>
          {seasons.map(({ _id, name, slug, nights }) => (
            <li key={_id} className={layout.facts}>
              <Link className={cx(layout.touch, layout.anywhere)} href={seriesHref(slug)}>
                {name}
              </Link>
              <span className={layout.quiet}>{nightCount(nights)}</span>
            </li>
          ))}
        </List>
      )}
    </section>
  )
}
