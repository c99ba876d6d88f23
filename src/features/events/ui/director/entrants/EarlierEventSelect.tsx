import { type ReactNode, useState } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import type { EventDoc } from '#events/contract/documents.ts'
import { eventsList } from '#events/contract/publications.ts'
import { formatEventDay } from '#events/ui/labels/format-day.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { selectEarlierEvents } from './earlier-events.ts'

const PAGE_SIZE = 100

/**
 * Lets the director choose an earlier event: one of the same group, or one with the same director. The latest is chosen at first.
 * @param children what is done with the chosen event, by its id
 */
export function EarlierEventSelect({ event, children }: { event: ShownEvent; children: (earlierId: string) => ReactNode }) {
  const userId = useUserId()
  const [chosenId, setChosenId] = useState('')
  /** the last event of each page of finished events that was loaded */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const finished = useSubscription(eventsList, { state: 'finished', limit: PAGE_SIZE })
  const ofGroup = useSubscription(eventsList, event.groupId === undefined ? null : { groupId: event.groupId, limit: PAGE_SIZE })
  const finishedEvents = useDocuments<EventDoc, ShownEvent[]>(
    'events',
    documents => documents.filter(each => each.state === 'finished'),
    [],
  )
  const directorIds = userId === null ? [event.directorId] : [event.directorId, userId]
  const events = selectEarlierEvents(finishedEvents, event, directorIds)
  const earlier = events.find(({ _id }) => _id === chosenId) ?? events[0]
  const isLoading = finished.state === 'pending' || (event.groupId !== undefined && ofGroup.state === 'pending')
  const last = finishedEvents.reduce<ShownEvent | null>(
    (oldest, each) => (oldest === null || each.startsAt < oldest.startsAt ? each : oldest),
    null,
  )
  const mayHaveMore = last !== null && finishedEvents.length >= PAGE_SIZE * (cursors.length + 1)
  const choices = events.map(({ _id, name, startsAt, startsOffset }) => ({
    value: _id,
    label: m.events_people_earlier_choice({ name, day: formatEventDay({ startsAt, startsOffset }) }),
  }))
  return (
    <>
      {cursors.map(before => (
        <OlderEvents key={before} before={before} />
      ))}
      {finished.state === 'failed' && <ErrorState title={m.events_page_failed()}>{errorMessage(finished.error)}</ErrorState>}
      {earlier === undefined && isLoading && <Skeleton kind="form" count={1} />}
      {earlier === undefined && !isLoading && finished.state !== 'failed' && <EmptyState title={m.events_people_earlier_none()} />}
      {earlier !== undefined && <Select label={m.ui_event()} value={earlier._id} choices={choices} onChange={setChosenId} />}
      {mayHaveMore && <Button onClick={() => setCursors([...cursors, last._id])}>{m.events_people_earlier_more()}</Button>}
      {earlier !== undefined && children(earlier._id)}
    </>
  )
}

/** Keeps another page of finished events loaded. */
function OlderEvents({ before }: { before: string }) {
  useSubscription(eventsList, { state: 'finished', limit: PAGE_SIZE, before })
  return null
}
