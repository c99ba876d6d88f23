import type { EventDoc } from '#events/contract/documents.ts'
import { eventsList } from '#events/contract/publications.ts'
import { formatEventDay } from '#events/ui/labels/format-day.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { ListDialog } from '#platform/ui/controls/ListDialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { seriesSetEvents } from '#series/contract/calls.ts'
import { nightsChanged } from '#series/contract/errors.ts'
import type { ShownNight, ShownSeries } from '#series/ui/use-series.ts'

export interface NightsDialogProps {
  series: ShownSeries
  /** the nights that everybody who sees the season sees */
  nights: readonly ShownNight[]
  onClose: () => void
}

/** How many events are offered. */
const MAX_OFFERED = 100

/** Chooses which events are the nights of a season, and their order. */
export function NightsDialog({ series, nights, onClose }: NightsDialogProps) {
  const { _id: seriesId, groupId } = series
  const setEvents = useMethod(seriesSetEvents)
  const live = useSubscription(eventsList, { limit: MAX_OFFERED, ...(groupId === undefined ? {} : { groupId }) })
  const events = useDocuments<EventDoc, (EventDoc & { _id: string })[]>(
    'events',
    documents =>
      documents
        .filter(each => groupId === undefined || each.groupId === groupId)
        .sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime() || (a._id < b._id ? -1 : 1)),
    [groupId],
  )
  return (
    <ListDialog
      title={m.series_nights_choose()}
      label={m.series_nights()}
      saveLabel={m.series_nights_save()}
      saved={nights.map(({ eventId, name }) => ({ id: eventId, name }))}
      save={(eventIds, was) => setEvents({ seriesId, eventIds, was })}
      conflict={nightsChanged}
      onClose={onClose}
    >
      {(items, add) => {
        const others = events.filter(({ _id, state }) => items.every(({ id }) => id !== _id) && state !== 'cancelled')
        return (
          <>
            {live.state === 'failed' && <FormError message={errorMessage(live.error)} />}
            {live.state === 'pending' && <Skeleton kind="form" />}
            {live.state === 'ready' && others.length === 0 && <p className={layout.muted}>{m.series_nights_no_more()}</p>}
            {live.state !== 'pending' && others.length > 0 && (
              <Select
                label={m.series_nights_add()}
                value=""
                choices={[
                  { value: '', label: m.series_nights_pick() },
                  ...others.map(event => ({ value: event._id, label: `${event.name} · ${formatEventDay(event)}` })),
                ]}
                onChange={picked => {
                  const event = others.find(({ _id }) => _id === picked)
                  if (event !== undefined) add({ id: event._id, name: event.name })
                }}
              />
            )}
            {items.length === 0 && <p className={layout.muted}>{m.series_nights_none()}</p>}
          </>
        )
      }}
    </ListDialog>
  )
}
