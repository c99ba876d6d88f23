import { useState } from 'react'
import { eventsHeldRounds } from '#events/contract/rounds.ts'
import type { RoundRules } from '#events/rules/format-rules.ts'
import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { type Entrant, useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { useBetweenDialogs } from '../use-between-dialogs.ts'
import { getDrawReadiness } from './draw-readiness.ts'
import { NextRound } from './NextRound.tsx'
import { RoundAdmin } from './RoundAdmin.tsx'

/** The round that is being played and the draw of the next one; older rounds on request. */
export function RoundsAdmin({ event, rules, entrants }: { event: ShownEvent; rules: RoundRules; entrants: readonly Entrant[] }) {
  const [showsEarlier, setShowsEarlier] = useState(false)
  // Where rounds go on until one is left, all of them are needed to know who has been eliminated.
  const needsAll = rules.rounds === null
  const { live, rounds } = useRounds(event._id, showsEarlier || needsAll)
  // Held rounds are only here, so they add themselves to those that everybody sees.
  const held = useSubscription(eventsHeldRounds, { eventId: event._id })
  const usableMachines = useEvent(event._id).machines.filter(({ active }) => active).length
  const [latest] = rounds
  // As long as games of the round are open, they are what the director is here for.
  const isRunning = useBetweenDialogs(latest?.groups.some(game => game.state !== 'confirmed') === true)
  if (live.state === 'failed') return <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>
  if (held.state === 'pending' || (live.state === 'pending' && (latest === undefined || needsAll)))
    return <Skeleton kind="form" count={2} page />
  const state = getDrawReadiness(event, rules, entrants, rounds, usableMachines)
  const nextRound = <NextRound key="next" event={event} state={state} />
  return (
    <>
      {!isRunning && nextRound}
      {latest !== undefined && <RoundAdmin key={latest._id} event={event} round={latest} entrants={entrants} rules={rules} />}
      {isRunning && nextRound}
      {rounds.length > 1 && !showsEarlier && (
        <div>
          <Button kind="plain" onClick={() => setShowsEarlier(true)}>
            {m.events_draw_earlier()}
          </Button>
        </div>
      )}
      {showsEarlier && rounds.slice(1).map(round => <RoundAdmin key={round._id} event={event} round={round} entrants={entrants} />)}
    </>
  )
}
