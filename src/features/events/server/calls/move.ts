import { eventManagersOnly, eventOver, machineOutOfOrder, noMachineInEvent } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { eventsMove, resultConfirmed } from '#events/contract/rounds.ts'
import { choosingPlayer } from '#events/rules/bracket/choosing-player.ts'
import { isOver } from '#events/rules/event-state.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { findEntrant } from '../entrants/entrant-store.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { bracketRulesOf } from '../rounds/bracket.ts'
import { followsResults, settleQueue } from '../rounds/follow-results.ts'
import { createGameChange } from '../rounds/game-change.ts'
import { lockGames } from '../rounds/lock-games.ts'
import { gameOfEvent, noGame } from '../rounds/result-subject.ts'
import { type GroupOfRound, listRounds, lockMatchGroup, setGameMachine, toField } from '../rounds/round-store.ts'
import { type EventRow, findEventMachine, lockEvent } from '../store.ts'

/** True if a player may choose the machine of a game: one of the group, or in a bracket the one who is to choose, as long as none is chosen. */
async function mayChoose(
  tx: Db,
  event: EventRow,
  { entrantIds, games }: GroupOfRound,
  { game, ownEntrantId }: { game: number; ownEntrantId: string },
): Promise<boolean> {
  const rules = bracketRulesOf(event)
  if (rules?.chooses === undefined)
    return event.machineDraw === 'manual' && event.agreement !== 'director' && entrantIds.includes(ownEntrantId)
  const [first] = await listRounds(tx, event.id, { withGroups: 1 })
  const own = games.map(({ result, confirmed }) => (confirmed ? { order: result! } : {}))
  return choosingPlayer(rules, toField(first?.field ?? []), { entrantIds, games: own }, game) === ownEntrantId
}

export const moveGame = handle(eventsMove, async (call, { access, clock }: EventServices) => {
  const { eventId, groupId, game = 1, machineId } = call.input
  const userId = signedIn(call)
  await call.commit(async tx => {
    const event = await access.requireVisible(await lockEvent(tx, eventId, 'to play'), userId)
    const isDirector = await access.isDirector(event, userId)
    if (followsResults(event)) await lockGames(tx, eventId)
    const group = await lockMatchGroup(tx, eventId, groupId)
    if (!isDirector) {
      const ownEntrantId = await findEntrant(tx, eventId, userId)
      if (ownEntrantId === null || group === null || !(await mayChoose(tx, event, group, { game, ownEntrantId }))) throw eventManagersOnly()
    }
    const moved = group?.games[game - 1]
    if (group === null || moved === undefined) throw noGame(group)
    const machine = await findEventMachine(tx, eventId, machineId)
    if (machine === null) throw noMachineInEvent()
    if (moved.machineId === machineId) return []
    if (moved.confirmed) throw resultConfirmed()
    if (!isDirector && isOver(event, clock.now())) throw eventOver()
    if (!isDirector && machine.brokenAt !== null) throw machineOutOfOrder()
    await setGameMachine(tx, { groupId, game }, machineId)
    const where = { ...gameOfEvent(event.format, group), ...(group.games.length === 1 ? {} : { game }) }
    // Which groups a round has is not in the log as long as it is held back.
    const subject: StoredLogSubject = group.held
      ? { kind: 'round', round: group.round }
      : { kind: 'moved', ...where, machine: machine.name }
    const logId = await insertLog(tx, { eventId, by: userId, action: 'moved', subject })
    // The machine on which the game was is free.
    const others = await settleQueue(tx, event, clock.now())
    return [createGameChange(eventId, group, game, { changed: { machineId }, logId }), ...others]
  })
  return {}
})
