import { eventOver } from '#events/contract/errors.ts'
import { eventsShow, noRound } from '#events/contract/rounds.ts'
import { isOver } from '#events/rules/event-state.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import * as rounds from '../rounds/round-store.ts'

export const showRound = handle(eventsShow, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { eventId, roundId } = call.input
    const round = await rounds.findRound(tx, roundId)
    if (round?.eventId !== eventId) throw noRound()
    if (isOver(event, now)) throw eventOver()
    if (!(await rounds.showRound(tx, roundId))) return []
    await insertLog(tx, { eventId, by: userId, action: 'shown', subject: { kind: 'round', round: round.number } })
    const changes: NewChange[] = []
    for (const hook of services.drawnHooks) changes.push(...(await hook(tx, { roundId, groupId: event.groupId })))
    return [...changes, createEventChange(eventId, { kind: 'rounds', seats: { roundId } })]
  }),
)
