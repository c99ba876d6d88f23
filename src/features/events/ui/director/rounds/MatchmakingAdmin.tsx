import { useState } from 'react'
import { endedGames, openGames } from '#events/ui/matchmaking/waiting-players.ts'
import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { RoundAdmin } from './RoundAdmin.tsx'
import { StartGames } from './StartGames.tsx'

/** An event whose games begin one by one is started once; then the games that are being played are here, and those that were on request. */
export function MatchmakingAdmin({ event, entrants }: { event: ShownEvent; entrants: readonly Entrant[] }) {
  const [showsEarlier, setShowsEarlier] = useState(false)
  const { live, rounds } = useRounds(event._id, showsEarlier)
  const first = rounds.at(-1)
  if (live.state === 'failed') return <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>
  if (live.state === 'pending' && first === undefined) return <Skeleton kind="form" count={2} page />
  if (first === undefined) return <StartGames event={event} entrants={entrants} words={m.events_queue_start_words()} />
  const open = openGames(rounds)
  const ended = endedGames(rounds)
  // Until a game has ended, the start can be taken back.
  const isFresh = rounds.length === 1 && ended.length === 0
  return (
    <>
      <RoundAdmin event={event} round={{ ...first, groups: open }} title={m.events_now_playing()} mayDrop={isFresh} entrants={entrants} />
      {showsEarlier ? (
        <RoundAdmin event={event} round={{ ...first, groups: ended }} title={m.events_queue_played()} mayDrop={false} entrants={entrants} />
      ) : (
        <div>
          <Button kind="plain" onClick={() => setShowsEarlier(true)}>
            {m.events_queue_show_played()}
          </Button>
        </div>
      )}
    </>
  )
}
