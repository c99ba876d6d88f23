import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { RoundAdmin } from './RoundAdmin.tsx'
import { StartGames } from './StartGames.tsx'

/** A bracket is started once; then its games are here, those of the latest round first. */
export function BracketAdmin({ event, entrants }: { event: ShownEvent; entrants: readonly Entrant[] }) {
  const { live, rounds } = useRounds(event._id, true)
  const played = rounds.filter(({ groups }) => groups.length > 0)
  if (live.state === 'failed') return <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>
  if (live.state === 'pending' && rounds.length === 0) return <Skeleton kind="form" count={2} page />
  if (rounds.length === 0) return <StartGames event={event} entrants={entrants} words={m.events_bracket_start_words()} />
  // What is open comes first, whichever round it is of.
  const isOpen = ({ groups }: (typeof played)[number]): boolean => groups.some(({ state }) => state !== 'confirmed')
  return [...played.filter(isOpen), ...played.filter(round => !isOpen(round))].map(round => (
    <RoundAdmin key={round._id} event={event} round={round} entrants={entrants} />
  ))
}
