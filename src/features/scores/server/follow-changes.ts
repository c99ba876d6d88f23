import { LRUCache } from 'lru-cache'
import { type PlayerCard, userChanged } from '#accounts/server/changes.ts'
import { eventChanged } from '#events/server/changes.ts'
import { membershipChanged } from '#groups/server/changes.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import { machinesChanged } from '#machines/server/changes.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { settingsChanged } from '#platform/settings/site-settings.ts'
import { venueChanged } from '#venues/server/changes.ts'
import { SCORES_CHANNEL } from '../contract/channels.ts'
import type { BoardCache } from './boards/board-cache.ts'
import { isNewScore, scoreChanged, scoresErased, scoresMerged, scoresSubmitted } from './changes.ts'
import { scoreDocument } from './documents.ts'

/**
 * Keeps the boards in memory up to date, in the change log's loop. Register it
 * before any view, because the boards notify the views of boards.
 */
export function followChanges(live: LiveServer, boards: BoardCache, machines: Pick<MachinesApi, 'setTotals'>): void {
  /** The latest cards of users: a score may have been written with a name that was changed while the score waited to be written. */
  const latestCards = new LRUCache<string, PlayerCard>({ max: 10_000 })
  /** The latest names of machines that editors have renamed, for the same reason. */
  const latestMachineNames = new LRUCache<string, string>({ max: 10_000 })

  live.changeLog.addGroup(scoresSubmitted)

  live.onChange(userChanged, ({ userId, card }, n) => {
    if (card === undefined) return
    latestCards.set(userId, card)
    boards.applyUserCard(userId, card, n)
  })

  live.onChange(machinesChanged, ({ machineIds, name }) => {
    if (name !== undefined) for (const machineId of machineIds ?? []) latestMachineNames.set(machineId, name)
  })

  live.onChange(scoreChanged, (change, n) => {
    const { score, tally } = change
    Object.assign(score, latestCards.get(score.userId))
    score.machineName = latestMachineNames.get(score.machineId) ?? score.machineName
    boards.applyScore(change, n)
    if (tally === null) return
    const { scores, players } = tally
    machines.setTotals(score.machineId, { scores, players }, n, isNewScore(change) ? { playedAt: score.achievedAt } : change)
  })

  live.onChange(scoresErased, (change, n) => {
    boards.applyErased(change, n)
    for (const { machineId, tally, ...lastPlayed } of change.machines)
      machines.setTotals(machineId, { scores: tally.scores, players: tally.players }, n, lastPlayed)
  })

  live.onChange(scoresMerged, (change, n) => {
    boards.applyMerged(change, n)
    machines.setTotals(change.into, { scores: change.tally.scores, players: change.tally.players }, n)
  })

  live.onChange(membershipChanged, ({ groupId, userId, member }, n) => boards.applyMembership(groupId, userId, member, n))
  live.onChange(eventChanged, (change, n) => boards.applyEvent(change, n))
  live.onChange(venueChanged, ({ venueId, part }, n) => {
    if (part === 'venue') boards.applyVenue(venueId, n)
  })
  live.onChange(settingsChanged, ({ rows }, n) => {
    if (rows.some(({ key }) => key === 'timeZone')) boards.applySiteZone(n)
  })
}

/** Sends each new score on the `scores` channel. Register it after the views, so that they already show the score. */
export function registerScoresChannel(live: LiveServer): void {
  live.ddp.vent(SCORES_CHANNEL, context => context.on(SCORES_CHANNEL, event => event))
  live.onChange(scoreChanged, ({ op, score }) => {
    if (op === 'submitted' && live.ddp.hasVentListeners(SCORES_CHANNEL))
      live.ddp.emit(SCORES_CHANNEL, { _id: score.id, ...scoreDocument(score) })
  })
}
