import { defineChange } from '#platform/db/change-log/define-change.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'

/** A season has changed, or its nights or its log have. It says nothing of them, because not everybody may see every season. */
export interface SeriesChange {
  seriesId: string
  slug: string
  /** null: it belongs to the site */
  groupId: string | null
  kind: 'added' | 'edited' | 'nights' | 'log' | 'removed'
  /** the events that are its nights, or were until now, if what their pages say of it may have changed */
  eventIds: string[]
}

/** Its subject is the slug, by which subscriptions name a season. */
export const seriesChanged = defineChange<SeriesChange>('series', ({ slug }) => slug)

export const createSeriesChange = (
  { id, slug, groupId }: { id: string; slug: string; groupId: string | null },
  kind: SeriesChange['kind'],
  eventIds: readonly string[] = [],
): NewChange => seriesChanged.of({ seriesId: id, slug, groupId, kind, eventIds: [...eventIds] })
