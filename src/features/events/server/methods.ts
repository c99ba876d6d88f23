import { DdpError } from '../../../ddp/wire/error.ts'
import { type LiveServer, signedIn } from '../../../platform/live/server/live-server.ts'
import { eventsAdd, eventsCancel, eventsClose, eventsEdit, eventsSetMachine } from '../contract/admin.ts'
import { eventsDecide, eventsEnter, eventsNeeds, eventsUndo, eventsVoid } from '../contract/attempts.ts'
import { eventsAddGuest, eventsClaim, eventsClaimCode, eventsJoin, eventsLeave, eventsPresence } from '../contract/entrants.ts'
import { eventsExport } from '../contract/publications.ts'
import { eventsDraw, eventsDrop, eventsMove, eventsResult } from '../contract/rounds.ts'
import type { EventAccess } from './access.ts'
import type { RulingsService } from './attempts/rulings.ts'
import type { GuestClaimsService } from './entrants/guest-claims.ts'
import type { ParticipationService } from './entrants/participation.ts'
import type { EventAdminService } from './event-admin.ts'
import type { ExportedFile } from './export/export-event.ts'
import type { RoundDrawService } from './rounds/round-draw.ts'
import type { StandingsViews } from './standings/standings-view-cache.ts'

interface Verbs {
  access: EventAccess
  directing: EventAdminService
  playing: ParticipationService
  judging: RulingsService
  drawing: RoundDrawService
  claiming: GuestClaimsService
  standings: StandingsViews
  exported(eventId: string, as: 'csv' | 'json'): Promise<ExportedFile>
}

export function registerMethods(
  live: LiveServer,
  { access, directing, playing, judging, drawing, claiming, standings, exported }: Verbs,
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
    const { _id: id, eventId, displayName: name, ifpaNumber = null } = call.input
    await call.wrote(await playing.addGuest(signedIn(call), eventId, { id, name, ifpaNumber }))
    return { entrantId: id }
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

  live.method(eventsClose, async call => {
    await call.wrote(await directing.close(signedIn(call), call.input.eventId))
    return {}
  })

  live.method(eventsSetMachine, async call => {
    const { eventId, machineId, active } = call.input
    await call.wrote(await directing.setMachine(signedIn(call), eventId, machineId, active))
    return {}
  })

  live.method(eventsPresence, async call => {
    const { eventId, entrantId, presence } = call.input
    await call.wrote(await playing.presence(signedIn(call), eventId, entrantId, presence))
    return {}
  })

  live.method(eventsClaimCode, async call => ({ code: await claiming.code(signedIn(call), call.input.eventId, call.input.entrantId) }))

  live.method(eventsClaim, async call => {
    const { eventId, news } = await claiming.claim(signedIn(call), call.input.code)
    await call.wrote(news)
    return { eventId }
  })

  live.method(eventsNeeds, async call => {
    const userId = signedIn(call)
    await access.visible(call.input.eventId, userId)
    const needs = await standings.needs(call.input.eventId, userId)
    if (needs === null) throw new DdpError(404, 'You are not in this event.')
    return needs
  })

  live.method(eventsExport, async call => {
    const { eventId, as } = call.input
    await access.visible(eventId, call.userId)
    return exported(eventId, as)
  })

  live.method(eventsDraw, async call => {
    const { round, news } = await drawing.draw(signedIn(call), call.input.eventId, call.input._id)
    await call.wrote(news)
    return { round }
  })

  live.method(eventsDrop, async call => {
    await call.wrote(await drawing.drop(signedIn(call), call.input.eventId, call.input.roundId))
    return {}
  })

  live.method(eventsMove, async call => {
    const { eventId, groupId, machineId } = call.input
    await call.wrote(await drawing.move(signedIn(call), eventId, groupId, machineId))
    return {}
  })

  live.method(eventsResult, async call => {
    const { state, news } = await drawing.result(signedIn(call), call.input)
    await call.wrote(news)
    return { state }
  })
}
