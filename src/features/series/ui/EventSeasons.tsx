import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { EventSeriesDoc } from '../contract/documents.ts'
import { seriesOfEvent } from '../contract/publications.ts'
import { seriesHref } from './series-labels.ts'

/** Says which night of which season an event is. Shows nothing for an event that is none. */
export function EventSeasons({ eventId }: { eventId: string }) {
  useSubscription(seriesOfEvent, { eventId })
  const seasons = useDocuments<EventSeriesDoc, (EventSeriesDoc & { _id: string })[]>(
    'eventSeries',
    documents => documents.filter(each => each.eventId === eventId).sort((a, b) => (a.name < b.name ? -1 : 1)),
    [eventId],
  )
  if (seasons.length === 0) return null
  return (
    <p className={layout.links}>
      {seasons.map(({ _id, name, slug, number, of }) => (
        <span key={_id} className={layout.muted}>
          {renderMessage(m.series_night_of({ n: plainNumber(number), of: plainNumber(of) }), {
            season: () => <Link href={seriesHref(slug)}>{name}</Link>,
          })}
        </span>
      ))}
    </p>
  )
}
