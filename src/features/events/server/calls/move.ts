import { eventManagersOnly, eventOver, machineOutOfOrder, noMachineInEvent } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { eventsMove, resultConfirmed } from '#events/contract/rounds.ts'
import { isOver } from '#events/rules/event-state.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { findEntrant } from '../entrants/entrant-store.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { createGameChange } from '../rounds/game-change.ts'
import { noGame } from '../rounds/result-subject.ts'
import { lockMatchGroup, setGameMachine } from '../rounds/round-store.ts'
import { findEventMachine, lockEvent } from '../store.ts'

export const moveGame = handle(eventsMove, async (call, { access, clock }: EventServices) => {
  const { eventId, groupId, game = 1, machineId } = call.input
  const userId = signedIn(call)
  await call.commit(async tx => {
    const event = await access.requireVisible(await lockEvent(tx, eventId, 'to play'), userId)
    const isDirector = await access.isDirector(event, userId)
    const group = await lockMatchGroup(tx, eventId, groupId)
    if (!isDirector) {
      const groupsChoose = event.machineDraw === 'manual' && event.agreement !== 'director'
      const ownEntrantId = groupsChoose ? await findEntrant(tx, eventId, userId) : null
      if (ownEntrantId === null || !group?.entrantIds.includes(ownEntrantId)) throw eventManagersOnly()
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
    const where = { round: group.round, group: group.number, ...(group.games.length === 1 ? {} : { game }) }
    // Which groups a round has is not in the log as long as it is held back.
    const subject: StoredLogSubject = group.held
      ? { kind: 'round', round: group.round }
      : { kind: 'moved', ...where, machine: machine.name }
    const logId = await insertLog(tx, { eventId, by: userId, action: 'moved', subject })
    return [createGameChange(eventId, group, game, { changed: { machineId }, logId })]
  })
  return {}
})
