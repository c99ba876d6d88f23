import { drawnTogether, eventsMergeEntrants, onlyGuestsMerge } from '#events/contract/entrants.ts'
import { noEntrant } from '#events/contract/errors.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { eventChanged } from '../changes.ts'
import { mergeEntries, shareRound } from '../entrants/claim-store.ts'
import { lockEntrant } from '../entrants/entrant-store.ts'
import { moveUpWaiting } from '../entrants/wait-list.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { settleGames } from '../rounds/follow-results.ts'
import { listScoredGroups, updateGameScores } from '../rounds/game-scores.ts'

export const mergeEntrants = handle(eventsMergeEntrants, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { eventId, from, into } = call.input
    const [source, target] = [await lockEntrant(tx, eventId, from), await lockEntrant(tx, eventId, into)]
    if (source === null || target === null || from === into) throw noEntrant()
    if (source.userId !== null) throw onlyGuestsMerge()
    if (await shareRound(tx, eventId, from, into)) throw drawnTogether()
    await mergeEntries(tx, eventId, from, into)
    await insertLog(tx, { eventId, by: userId, action: 'merged', subject: { kind: 'merged', name: source.guestName!, players: [into] } })
    const ofGames = target.userId === null ? [] : await updateGameScores(tx, services, await listScoredGroups(tx, [eventId], target.userId))
    return [
      ...(await moveUpWaiting(tx, event, now)),
      eventChanged.of({ eventId, change: null, merged: { from, into } }),
      ...(await settleGames(tx, event, now)),
      ...ofGames,
    ]
  }),
)
