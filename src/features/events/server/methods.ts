import { DdpError } from '../../../ddp/wire/error.ts'
import { type LiveServer, signedIn } from '../../../platform/live/server/live-server.ts'
import { eventsDecide, eventsEnter, eventsUndo, eventsVoid } from '../contract/attempts.ts'
import { eventsAdd, eventsCancel, eventsEdit } from '../contract/directing.ts'
import { eventsAddGuest, eventsJoin, eventsLeave } from '../contract/people.ts'
import type { Directing } from './directing.ts'
import type { Judging } from './judging.ts'
import type { Playing } from './playing.ts'

export function registerMethods(
  live: LiveServer,
  { directing, playing, judging }: { directing: Directing; playing: Playing; judging: Judging },
): void {
  live.method(eventsAdd, async call => {
    const { _id, groupId = null, description = '', venue = '', timeZone = 'UTC', picture, ...facts } = call.input
    if (picture !== undefined) throw new DdpError(404, 'There is no such picture.')
    await call.wrote(await directing.add(signedIn(call), _id, { ...facts, description, venue, timeZone }, groupId))
    return { eventId: _id }
  })

  live.method(eventsEdit, async call => {
    const { eventId, ...facts } = call.input
    await call.wrote(await directing.edit(signedIn(call), eventId, facts))
    return {}
  })

  live.method(eventsCancel, async call => {
    await call.wrote(await directing.cancel(signedIn(call), call.input.eventId))
    return {}
  })

  live.method(eventsJoin, async call => {
    await call.wrote(await playing.join(signedIn(call), call.input.eventId))
    return {}
  })

  live.method(eventsLeave, async call => {
    await call.wrote(await playing.leave(signedIn(call), call.input.eventId))
    return {}
  })

  live.method(eventsAddGuest, async call => {
    const { _id, eventId, displayName } = call.input
    await call.wrote(await playing.addGuest(signedIn(call), eventId, _id, displayName))
    return { entrantId: _id }
  })

  live.method(eventsEnter, async call => {
    const { _id: id, ...given } = call.input
    await call.wrote(await playing.enter(signedIn(call), { id, ...given }))
    return {}
  })

  live.method(eventsVoid, async call => {
    const { _id, eventId, what, reason = '' } = call.input
    await call.wrote(await judging.void(signedIn(call), eventId, _id, what, reason))
    return {}
  })

  live.method(eventsUndo, async call => {
    await call.wrote(await judging.undo(signedIn(call), call.input.eventId, call.input.voidId))
    return {}
  })

  live.method(eventsDecide, async call => {
    const { eventId, attemptId, accept } = call.input
    await call.wrote(await judging.decide(signedIn(call), eventId, attemptId, accept))
    return {}
  })
}
