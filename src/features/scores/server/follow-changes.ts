import { LRUCache } from 'lru-cache'
import type { LiveServer } from '../../../platform/live/server/live-server.ts'
import { type PlayerCard, userChanged } from '../../accounts/server/api.ts'
import { eventChanged } from '../../events/server/api.ts'
import { membershipChanged } from '../../groups/server/api.ts'
import type { MachinesApi } from '../../machines/server/api.ts'
import { SCORES_CHANNEL } from '../contract.ts'
import type { BoardCache } from './board-cache.ts'
import { scoreDocument } from './documents.ts'
import { scoreChanged, scoresErased, scoresMerged } from './score-changes.ts'

/** Keeps the boards in memory true, in the change log's loop. Registered before any view: views of boards are told by the boards. */
export function followChanges(live: LiveServer, boards: BoardCache, machines: Pick<MachinesApi, 'counted'>): void {
  /** A score may have been written with a name that was changed while it waited. */
  const cards = new LRUCache<string, PlayerCard>({ max: 10_000 })

  live.onChange(userChanged, ({ userId, card }) => {
    if (card === undefined) return
    cards.set(userId, card)
    boards.renamed(userId, card)
  })

  live.onChange(scoreChanged, (change, n) => {
    const { score, tally } = change
    Object.assign(score, cards.get(score.userId))
    boards.score(change, n)
    if (tally !== null) machines.counted(score.machineId, { scores: tally.scores, players: tally.players }, n)
  })

  live.onChange(scoresErased, (change, n) => {
    boards.erased(change, n)
    for (const { machineId, tally } of change.machines) machines.counted(machineId, { scores: tally.scores, players: tally.players }, n)
  })

  live.onChange(scoresMerged, (change, n) => {
    boards.merged(change, n)
    machines.counted(change.into, { scores: change.tally.scores, players: change.tally.players }, n)
  })

  live.onChange(membershipChanged, ({ groupId, userId, member }, n) => boards.membership(groupId, userId, member, n))
  live.onChange(eventChanged, (change, n) => boards.event(change, n))
}

/** Tells each accepted public score on the `scores` channel. Registered after the views, which then show it. */
export function registerScoresChannel(live: LiveServer): void {
  live.ddp.vent(SCORES_CHANNEL, venting => venting.on(SCORES_CHANNEL, event => event))
  live.onChange(scoreChanged, ({ op, score }) => {
    if (op === 'submitted') live.ddp.emit(SCORES_CHANNEL, { _id: score.id, ...scoreDocument(score) })
  })
}
