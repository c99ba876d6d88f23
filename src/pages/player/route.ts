import { findByUsername } from '#accounts/rules.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { type PlayerDoc, playersOne } from '#players/contract/players.ts'
import { playersSummary } from '#players/contract/summary.ts'
import { playersProgress, playersScores } from '#scores/contract/scores.ts'
import { progressInput } from '#scores/ui/query-params.ts'
import { LATEST } from './player-address.ts'

export { PlayerPage as component } from './PlayerPage.tsx'

export const live: PageModule['live'] = ({ params, query }) => [
  subscribeTo(playersOne, { username: params.username! }),
  subscribeTo(playersSummary, { username: params.username! }),
  subscribeTo(playersScores, { username: params.username!, limit: LATEST }),
  subscribeTo(playersProgress, progressInput(params.username!, query)),
]

export const head: PageModule['head'] = ({ params }, store) => {
  const players = store.collection('players').all() as unknown as PlayerDoc[]
  const player = findByUsername(players, params.username!)
  const name = player?.displayName ?? params.username!
  return {
    title: `${name} · Skillshot`,
    description: m.scores_player_head_text({ name }),
    feed: `/feed.atom?player=${encodeURIComponent(params.username!)}`,
    ...(player?.unlisted ? { robots: 'noindex' as const } : {}),
  }
}
