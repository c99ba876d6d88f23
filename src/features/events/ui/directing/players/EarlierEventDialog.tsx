import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '../../../../../platform/live/hooks.ts'
import { Button } from '../../../../../platform/ui/controls/Button.tsx'
import { Dialog } from '../../../../../platform/ui/controls/Dialog.tsx'
import { Select } from '../../../../../platform/ui/form/Select.tsx'
import { plainDate } from '../../../../../platform/ui/format/ssr-format.ts'
import { dateFormat, useLocale } from '../../../../../platform/ui/format/user-format.ts'
import { EmptyState } from '../../../../../platform/ui/states/EmptyState.tsx'
import { ErrorState } from '../../../../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../../../../platform/ui/states/Skeleton.tsx'
import { useAccount } from '../../../../accounts/ui/use-account.ts'
import type { EventDoc } from '../../../contract/documents.ts'
import { eventsEntrants } from '../../../contract/entrants.ts'
import { eventsList } from '../../../contract/publications.ts'
import { times } from '../../labels/number-labels.ts'
import type { ShownEvent } from '../../types.ts'
import { useEntrants } from '../../use-event.ts'
import { toNewPlayer } from './add-queue.ts'
import { CandidateList } from './CandidateList.tsx'
import { chosenPlayers, markCandidates } from './candidates.ts'
import { selectEarlierEvents } from './earlier-events.ts'
import type { PlayersToAdd } from './use-add-queue.ts'

const PAGE_SIZE = 100

/** Dialog that takes over the players of an earlier event: one of the same group, or one with the same director. */
export function EarlierEventDialog({ event, players, onClose }: { event: ShownEvent; players: PlayersToAdd; onClose: () => void }) {
  const { userId } = useAccount()
  const locale = useLocale()
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
  const choices = events.map(({ _id, name, startsAt }) => ({
    value: _id,
    label: m.events_people_earlier_choice({ name, day: locale === null ? plainDate(startsAt) : dateFormat(locale).format(startsAt) }),
  }))
  return (
    <Dialog open title={m.events_people_earlier_title()} onClose={onClose}>
      {cursors.map(before => (
        <OlderEvents key={before} before={before} />
      ))}
      {finished.state === 'failed' && <ErrorState title={m.events_people_earlier_failed()}>{errorMessage(finished.error)}</ErrorState>}
      {earlier === undefined && isLoading && <Skeleton kind="form" count={1} />}
      {earlier === undefined && !isLoading && finished.state !== 'failed' && <EmptyState title={m.events_people_earlier_none()} />}
      {earlier !== undefined && (
        <Select label={m.events_people_earlier_event()} value={earlier._id} choices={choices} onChange={setChosenId} />
      )}
      {mayHaveMore && <Button onClick={() => setCursors([...cursors, last._id])}>{m.events_people_earlier_more()}</Button>}
      {earlier !== undefined && <EarlierPlayers key={earlier._id} eventId={earlier._id} players={players} onClose={onClose} />}
    </Dialog>
  )
}

/** Keeps another page of finished events loaded. */
function OlderEvents({ before }: { before: string }) {
  useSubscription(eventsList, { state: 'finished', limit: PAGE_SIZE, before })
  return null
}

function EarlierPlayers({ eventId, players: { queue, taken }, onClose }: { eventId: string; players: PlayersToAdd; onClose: () => void }) {
  const live = useSubscription(eventsEntrants, { eventId })
  const entrants = useEntrants(eventId)
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const candidates = markCandidates(entrants.map(toNewPlayer), taken)
  const chosen = chosenPlayers(candidates, ticks)
  if (live.state === 'failed') return <ErrorState title={m.events_desk_players_failed()}>{errorMessage(live.error)}</ErrorState>
  if (live.state === 'pending') return <Skeleton kind="form" count={3} />
  if (entrants.length === 0) return <EmptyState title={m.events_people_earlier_nobody()} />
  return (
    <>
      <CandidateList candidates={candidates} ticks={ticks} onTick={setTicks} />
      <Button
        kind="primary"
        wide
        disabled={chosen.length === 0}
        onClick={() => {
          queue.add(chosen)
          onClose()
        }}
      >
        {times(chosen.length, m.events_people_add_count)}
      </Button>
    </>
  )
}
