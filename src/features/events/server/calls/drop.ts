import { eventOver } from '#events/contract/errors.ts'
import { eventsDrop, laterRoundDrawn, noRound, roundHasResults, seatsFollowResults } from '#events/contract/rounds.ts'
import { isOver } from '#events/rules/event-state.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { followsResults } from '../rounds/follow-results.ts'
import { updateGameScores } from '../rounds/game-scores.ts'
import { deleteRound, listRounds } from '../rounds/round-store.ts'

export const dropRound = handle(eventsDrop, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { eventId, roundId } = call.input
    const rounds = await listRounds(tx, eventId)
    const round = rounds.find(each => each.id === roundId)
    if (round === undefined) throw noRound()
    if (isOver(event, now)) throw eventOver()
    if (round !== rounds.at(-1)) throw laterRoundDrawn()
    if (followsResults(event) && round.number > 1) throw seatsFollowResults()
    if (round.groups.some(({ games }) => games.some(({ confirmed }) => confirmed))) throw roundHasResults()
    await deleteRound(tx, roundId)
    await insertLog(tx, { eventId, by: userId, action: 'dropped', subject: { kind: 'round', round: round.number } })
    const groupIds = round.groups.map(({ id }) => id)
    return [createEventChange(eventId, { kind: 'rounds' }), ...(await updateGameScores(tx, services, groupIds))]
  }),
)
