import { eventsUndo, gameReplayed, noVoid, roundChanged, roundUndone } from '#events/contract/attempts.ts'
import { isSamePlayers } from '#events/rules/draw/arrangement.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createAttemptChange } from '../attempts/attempt-log.ts'
import { lockAttempt } from '../attempts/attempt-store.ts'
import { lockVoid, undoVoid, type VoidGame } from '../attempts/void-store.ts'
import { type ChangedSeats, createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { listAdjustments } from '../rounds/adjustment-store.ts'
import { reseatedPlayers, restoreRound } from '../rounds/arrangement-store.ts'
import { settleGames, settleQueue } from '../rounds/follow-results.ts'
import { updateGameScores } from '../rounds/game-scores.ts'
import { listCompleteGroups, lockMatchGroup, setGameMachine, setResult } from '../rounds/round-store.ts'

/** Undoing again changes nothing. */
export const restorePlay = handle(eventsUndo, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { eventId, voidId } = call.input
    const existing = await lockVoid(tx, eventId, voidId)
    if (existing === null) throw noVoid()
    const { attemptId, game, arrangement, isAdjustment, undone } = existing
    if (undone) return []
    const reseated = game === null ? null : await restoreGame(tx, eventId, game)
    for (const part of arrangement ?? []) if (!(await restoreRound(tx, part))) throw roundChanged()
    const [latest] = (arrangement ?? []).toReversed()
    const seats =
      latest === undefined
        ? reseated
        : { roundId: latest.roundId, entrantIds: reseatedPlayers({ before: latest.after, after: latest.before }) }
    if (attemptId !== null) await lockAttempt(tx, attemptId)
    await undoVoid(tx, voidId)
    await insertLog(tx, { eventId, by: userId, action: 'undone', voidId })
    const groupIds = [...(game === null ? [] : [game.groupId]), ...(arrangement ?? []).flatMap(part => part.groupIds)]
    const change = isAdjustment
      ? createEventChange(eventId, { kind: 'adjusted', adjustments: await listAdjustments(tx, eventId) })
      : game !== null || arrangement !== null
        ? createEventChange(eventId, {
            kind: 'rounds',
            ...(seats === null ? {} : { seats }),
            results: await listCompleteGroups(tx, groupIds),
          })
        : attemptId === null
          ? createEventChange(eventId, { kind: 'window-undone', windowId: voidId })
          : await createAttemptChange(tx, eventId, attemptId, { undoneId: voidId })
    const ofGames = await updateGameScores(tx, services, groupIds)
    // A result that counts again may let others play.
    const ofOthers = game === null ? await settleQueue(tx, event, now) : await settleGames(tx, event, now)
    return [change, ...ofOthers, createEventChange(eventId, { kind: 'log' }), ...ofGames]
  }),
)

/**
 * @returns whose machine is another one now; null: nobody's
 * @throws DdpError 409 if something else has happened to the game since
 */
async function restoreGame(tx: Db, eventId: string, voided: VoidGame): Promise<ChangedSeats | null> {
  const { groupId, game, machineId, ...restored } = voided
  const group = await lockMatchGroup(tx, eventId, groupId)
  const played = group?.games[game - 1]
  if (group === null || played === undefined) throw roundUndone()
  if (played.result !== null) throw gameReplayed()
  // The group has had other players since, whom the result does not name.
  if (!isSamePlayers(group.entrantIds, restored.result)) throw roundChanged()
  await setGameMachine(tx, { groupId, game }, machineId)
  await setResult(tx, { groupId, game }, { ...played, ...restored, confirmed: true, entries: [] })
  return played.machineId === machineId ? null : { roundId: group.roundId, entrantIds: group.entrantIds }
}
