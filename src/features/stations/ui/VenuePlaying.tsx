import { useSubscription } from '#platform/live/hooks.ts'
import { stationsPlaying } from '../contract/live-games.ts'
import { LivePart } from './LivePart.tsx'
import { useLiveGames } from './use-live-games.ts'

/** The games that are being played at a venue. Only browsers ask for them, so that no rendered page depends on them. */
export function VenuePlaying({ venueId }: { venueId: string }) {
  useSubscription(stationsPlaying, { venueId })
  return <LivePart names="machine" games={useLiveGames(game => game.venueId === venueId, [venueId])} />
}
