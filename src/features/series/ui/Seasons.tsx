import { useState } from 'react'
import styles from '#events/ui/group-events.module.css'
import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { SeriesDoc } from '../contract/documents.ts'
import { seriesList } from '../contract/publications.ts'
import type { NewSeriesDialogProps } from './NewSeriesDialog.tsx'
import { nightCount, seriesHref } from './series-labels.ts'
import type { ShownSeries } from './use-series.ts'

// With it come the schemas of events, which only its form needs.
const NewSeriesDialog = lazyComponent<NewSeriesDialogProps>(async () => (await import('./NewSeriesDialog.tsx')).NewSeriesDialog)

/** How many seasons are shown. */
const MAX_SEASONS = 20

/** Returns the subscription input for the seasons of a group, or of the site (null). */
export const seasonsInput = (groupId: string | null): { groupId?: string; limit: number } => ({
  ...(groupId === null ? {} : { groupId }),
  limit: MAX_SEASONS,
})

/**
 * The seasons of a group, or of the site (null), newest first. Without any, those of the site take no room.
 * @param mayAdd true if the user may add one
 */
export function Seasons({ groupId, mayAdd }: { groupId: string | null; mayAdd: boolean }) {
  useSubscription(seriesList, seasonsInput(groupId))
  const seasons = useDocuments<SeriesDoc, ShownSeries[]>(
    'series',
    documents => documents.filter(each => (each.groupId ?? null) === groupId).sort((a, b) => b.receipt - a.receipt),
    [groupId],
  )
  const [isAdding, setIsAdding] = useState(false)
  if (groupId === null && seasons.length === 0 && !mayAdd) return null
  return (
    <section className={layout.stack3} aria-labelledby="seasons">
      <div className={styles.head}>
        <h2 id="seasons">{m.series_seasons()}</h2>
        {mayAdd && <Button onClick={() => setIsAdding(true)}>{m.series_new()}</Button>}
      </div>
      {isAdding && <NewSeriesDialog groupId={groupId} onClose={() => setIsAdding(false)} />}
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
