import { useSubscription } from '#platform/live/hooks.ts'
import { stationsPlayingOn } from '../contract/live-games.ts'
import { LivePart } from './LivePart.tsx'
import { useLiveGames } from './use-live-games.ts'

/** The games that are being played on a machine, in all venues. Only browsers ask for them, so that no rendered page depends on them. */
export function MachinePlaying({ machineId }: { machineId: string }) {
  useSubscription(stationsPlayingOn, { machineId })
  return <LivePart names="venue" games={useLiveGames(game => game.machineId === machineId, [machineId])} />
}
