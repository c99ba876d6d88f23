import { eventsUndo, gameReplayed, noVoid, roundChanged, roundUndone } from '#events/contract/attempts.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createAttemptChange } from '../attempts/attempt-log.ts'
import { lockAttempt } from '../attempts/attempt-store.ts'
import { lockVoid, undoVoid, type VoidGame } from '../attempts/void-store.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { restoreRound } from '../rounds/arrangement-store.ts'
import { lockMatchGroup, setGameMachine, setResult } from '../rounds/round-store.ts'

/** Undoing again changes nothing. */
export const restorePlay = handle(eventsUndo, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, _event, { userId }) => {
    const { eventId, voidId } = call.input
    const existing = await lockVoid(tx, eventId, voidId)
    if (existing === null) throw noVoid()
    const { attemptId, game, arrangement, isAdjustment, undone } = existing
    if (undone) return []
    if (game !== null) await restoreGame(tx, eventId, game)
    if (arrangement !== null && !(await restoreRound(tx, arrangement))) throw roundChanged()
    if (attemptId !== null) await lockAttempt(tx, attemptId)
    await undoVoid(tx, voidId)
    await insertLog(tx, { eventId, by: userId, action: 'undone', voidId })
    const change =
      game !== null || arrangement !== null || isAdjustment
        ? createEventChange(eventId, { kind: 'rounds' })
        : attemptId === null
          ? createEventChange(eventId, { kind: 'window-undone', windowId: voidId })
          : await createAttemptChange(tx, eventId, attemptId)
    return [change, createEventChange(eventId, { kind: 'log' })]
  }),
)

/** @throws DdpError 409 if something else has happened to the game since */
async function restoreGame(tx: Db, eventId: string, { groupId, game, machineId, result, places }: VoidGame): Promise<void> {
  const played = (await lockMatchGroup(tx, eventId, groupId))?.games[game - 1]
  if (played === undefined) throw roundUndone()
  if (played.result !== null) throw gameReplayed()
  await setGameMachine(tx, { groupId, game }, machineId)
  await setResult(tx, { groupId, game }, { ...played, result, places, confirmed: true, entries: [] })
}
