import { type ReactNode, useState } from 'react'
import { eventsEntrants } from '#events/contract/entrants.ts'
import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { type NewPlayer, toNewPlayer } from '../director/entrants/add-queue.ts'
import { matchKnownPlayers } from '../director/entrants/match-known.ts'
import { useQueueOfNextEvent } from '../director/entrants/use-add-queue.ts'
import { useKnownPlayers } from '../director/entrants/use-known-players.ts'
import { commas } from '../labels/list-labels.ts'
import type { ShownEvent } from '../types.ts'
import { type Entrant, type Machine, useEntrants, useEvent } from '../use-event.ts'
import styles from './event-form.module.css'
import { NewEventForm, type NewEventFormProps } from './NewEventForm.tsx'
import { planNextEvent } from './next-event.ts'

interface NextEventProps {
  earlierId: string
  groups: NewEventFormProps['groups']
  /** shown if the user may not read the earlier event, or there is none */
  notFound: ReactNode
}

/** Players of the earlier event are expected: nobody has seen them since. */
const toExpectedPlayer = (entrant: Entrant): NewPlayer => ({ ...toNewPlayer(entrant), presence: 'expected' })

/** Form for the event after an earlier one. It appears when the earlier event and its players are loaded, and then keeps its values. */
export function NextEvent({ earlierId, groups, notFound }: NextEventProps) {
  const { live, event, machines } = useEvent(earlierId)
  const players = useSubscription(eventsEntrants, { eventId: earlierId })
  const entrants = useEntrants(earlierId).filter(({ waiting }) => waiting === undefined)
  const [wasReady, setWasReady] = useState(false)
  const isReady = event !== undefined && live.state === 'ready' && players.state !== 'pending'
  if (isReady && !wasReady) setWasReady(true)
  if (event === undefined && live.state === 'failed') return notFound
  if (event === undefined || !(isReady || wasReady)) return <Skeleton kind="form" count={3} page />
  return (
    <NextEventForm earlier={event} machines={machines} entrants={entrants} playersFailed={players.state === 'failed'} groups={groups} />
  )
}

interface NextEventFormProps {
  earlier: ShownEvent
  machines: readonly Machine[]
  entrants: readonly Entrant[]
  /** true: the players of the earlier event could not be loaded */
  playersFailed: boolean
  groups: NextEventProps['groups']
}

function NextEventForm({ earlier, machines, entrants, playersFailed, groups }: NextEventFormProps) {
  const { name, groupId = '' } = earlier
  const [withPlayers, setWithPlayers] = useState(true)
  const [{ event, brokenMachines, missingMachines }] = useState(() => planNextEvent(earlier, machines, Date.now()))
  const addTo = useQueueOfNextEvent()
  const { index } = useKnownPlayers(earlier)
  const runsGroup = groups.some(({ value }) => value === groupId)
  const { groupId: _, ...withoutGroup } = event
  const [first] = groups
  const group = runsGroup ? groupId : first!.value
  return (
    <>
      <Notice>
        <p>{m.events_next_copied({ name })}</p>
        {brokenMachines.length > 0 && <p>{m.events_next_broken({ machines: commas(brokenMachines) })}</p>}
        {missingMachines > 0 && <p>{m.events_next_missing()}</p>}
        {!runsGroup && <p>{m.events_next_other_group()}</p>}
      </Notice>
      <NewEventForm
        start={{ ...withoutGroup, ...(group === '' ? {} : { groupId: group }) }}
        names={Object.fromEntries(machines.map(each => [each.machineId, each.name]))}
        groups={groups}
        onAdded={(eventId, chosenGroup) => {
          const players = entrants.map(toExpectedPlayer)
          // The list of people belongs to the group, so that it is of use only in another event of the same group.
          if (withPlayers && players.length > 0) addTo(eventId).add(chosenGroup === groupId ? matchKnownPlayers(players, index) : players)
        }}
      >
        {playersFailed ? (
          <Notice kind="warn">
            <p>{m.events_next_players_failed({ name })}</p>
          </Notice>
        ) : (
          entrants.length > 0 && (
            <div className={styles.players}>
              <Checkbox
                label={m.events_next_players({ name, n: entrants.length })}
                hint={m.events_next_players_hint()}
                checked={withPlayers}
                onChange={setWithPlayers}
              />
            </div>
          )
        )}
      </NewEventForm>
    </>
  )
}
