import { describeDevice } from '#accounts/server/api.ts'
import { type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import { eventsDecide, eventsEnter, eventsNeeds, eventsUndo, eventsVoid } from '../contract/attempts.ts'
import { eventsDeviceLink, eventsEndDevice, eventsOpenDevice } from '../contract/devices.ts'
import {
  type EventOfCode,
  eventsAddGuest,
  eventsAddPlayers,
  eventsCheckIn,
  eventsCheckInCode,
  eventsClaim,
  eventsClaimCode,
  eventsEditEntrant,
  eventsJoin,
  eventsLeave,
  eventsLook,
  eventsMergeEntrants,
  eventsPresence,
  eventsRemoveEntrant,
  eventsSetSeeds,
} from '../contract/entrants.ts'
import { notInEvent } from '../contract/errors.ts'
import { eventsExport } from '../contract/publications.ts'
import { eventsDraw, eventsDrop, eventsMove, eventsPlayoff, eventsResult } from '../contract/rounds.ts'
import type { EventAccess, EventActor } from './access.ts'
import type { RulingsService } from './attempts/rulings.ts'
import type { CheckInService } from './entrants/check-in.ts'
import type { EntrantAdminService } from './entrants/entrant-admin.ts'
import type { EntrantSeedsService } from './entrants/entrant-seeds.ts'
import type { GuestClaimsService } from './entrants/guest-claims.ts'
import type { ParticipationService } from './entrants/participation.ts'
import type { EventExports } from './export/event-exports.ts'
import type { RoundDrawService } from './rounds/round-draw.ts'
import type { EventDevicesService } from './staff/event-devices.ts'
import type { StandingsViewCache } from './standings/standings-view-cache.ts'

interface EventServices {
  access: EventAccess
  checkIn: CheckInService
  devices: EventDevicesService
  participation: ParticipationService
  rulings: RulingsService
  roundDraw: RoundDrawService
  guestClaims: GuestClaimsService
  entrantAdmin: EntrantAdminService
  entrantSeeds: EntrantSeedsService
  standings: StandingsViewCache
  resolveEventCode(code: string, userId: string | null): Promise<EventOfCode>
  exports: EventExports
}

export function registerMethods(
  live: LiveServer,
  {
    access,
    checkIn,
    devices,
    participation,
    rulings,
    roundDraw,
    guestClaims,
    entrantAdmin,
    entrantSeeds,
    standings,
    resolveEventCode,
    exports,
  }: EventServices,
): void {
  /** Returns the caller, or the device that sends its key and keeps the scores of the event. */
  const findActor = async (call: {
    userId: string | null
    input: { eventId: string; device?: string | undefined }
  }): Promise<EventActor> =>
    call.input.device === undefined ? { userId: signedIn(call), byDevice: false } : devices.findActor(call.input.eventId, call.input.device)

  live.method(eventsJoin, async call => {
    await call.committed(await participation.join(signedIn(call), call.input.eventId))
    return {}
  })

  live.method(eventsLeave, async call => {
    await call.committed(await participation.leave(signedIn(call), call.input.eventId))
    return {}
  })

  live.method(eventsAddGuest, async call => {
    const { _id: id, eventId, displayName: name, ifpaNumber = null } = call.input
    await call.committed(await participation.addGuest(signedIn(call), eventId, { id, name, ifpaNumber }))
    return { entrantId: id }
  })

  live.recordingMethod(eventsEnter, async call => {
    const { _id: id, device: _, ...score } = call.input
    await call.committed(await participation.enterScore(await findActor(call), { id, ...score }))
    return {}
  })

  live.method(eventsVoid, async call => {
    const { _id, eventId, what, reason = '' } = call.input
    await call.committed(await rulings.void(signedIn(call), eventId, _id, what, reason))
    return {}
  })

  live.method(eventsUndo, async call => {
    await call.committed(await rulings.undo(signedIn(call), call.input.eventId, call.input.voidId))
    return {}
  })

  live.method(eventsDecide, async call => {
    const { eventId, attemptId, accept } = call.input
    await call.committed(await rulings.decide(signedIn(call), eventId, attemptId, accept))
    return {}
  })

  live.method(eventsPresence, async call => {
    const { eventId, presence, entrantId, entrantIds = null } = call.input
    const by = await findActor(call)
    await call.committed(
      entrantId === undefined
        ? await participation.setPresences(by, eventId, entrantIds, presence)
        : await participation.setPresence(by, eventId, entrantId, presence),
    )
    return {}
  })

  live.method(eventsAddPlayers, async call => {
    const { added, changes } = await entrantAdmin.addPlayers(signedIn(call), call.input.eventId, call.input.entries)
    await call.committed(changes)
    return { entrants: added }
  })

  live.method(eventsEditEntrant, async call => {
    const { eventId, entrantId, ...fields } = call.input
    await call.committed(await entrantAdmin.editEntrant(signedIn(call), eventId, entrantId, fields))
    return {}
  })

  live.method(eventsSetSeeds, async call => {
    const { eventId, seeds = [], previous } = call.input
    await call.committed(
      previous === undefined
        ? await entrantSeeds.setSeeds(signedIn(call), eventId, seeds)
        : await entrantSeeds.seedByEvent(signedIn(call), eventId, previous),
    )
    return {}
  })

  live.method(eventsRemoveEntrant, async call => {
    await call.committed(await entrantAdmin.removeEntrant(signedIn(call), call.input.eventId, call.input.entrantId))
    return {}
  })

  live.method(eventsMergeEntrants, async call => {
    const { eventId, from, into } = call.input
    await call.committed(await entrantAdmin.mergeEntrants(signedIn(call), eventId, from, into))
    return {}
  })

  live.method(eventsPlayoff, async call => {
    const { _id: id, ...playoff } = call.input
    await call.committed(await rulings.playOff(signedIn(call), { id, ...playoff }))
    return {}
  })

  live.method(eventsDeviceLink, async call => {
    const { url, changes } = await devices.createLink(signedIn(call), call.input.eventId, call.input._id)
    await call.committed(changes)
    return { url }
  })

  live.method(eventsOpenDevice, async call => {
    const browser = describeDevice(call.invocation.connection.httpHeaders['user-agent'])
    const { eventId, changes } = await devices.open(call.input.token, call.input.key, browser)
    await call.committed(changes)
    return { eventId }
  })

  live.method(eventsEndDevice, async call => {
    await call.committed(await devices.end(signedIn(call), call.input.eventId, call.input.deviceId))
    return {}
  })

  live.method(eventsCheckInCode, async call => ({ code: await checkIn.getCode(signedIn(call), call.input.eventId) }))

  live.method(eventsCheckIn, async call => {
    const { eventId, waiting, changes } = await checkIn.checkIn(signedIn(call), call.input.code)
    await call.committed(changes)
    return { eventId, ...(waiting ? { waiting: true as const } : {}) }
  })

  live.method(eventsLook, call => resolveEventCode(call.input.code, call.userId))

  live.method(eventsClaimCode, async call => ({
    code: await guestClaims.getCode(signedIn(call), call.input.eventId, call.input.entrantId),
  }))

  live.method(eventsClaim, async call => {
    const { eventId, changes } = await guestClaims.claim(signedIn(call), call.input.code)
    await call.committed(changes)
    return { eventId }
  })

  live.method(eventsNeeds, async call => {
    const userId = signedIn(call)
    await access.getVisible(call.input.eventId, userId)
    const needs = await standings.requiredScores(call.input.eventId, userId)
    if (needs === null) throw notInEvent()
    return needs
  })

  live.method(eventsExport, async call => {
    const { eventId, as } = call.input
    await access.getVisible(eventId, call.userId)
    return { ...(await exports.get(eventId, as)) }
  })

  live.method(eventsDraw, async call => {
    const { round, changes } = await roundDraw.drawRound(signedIn(call), call.input.eventId, call.input._id)
    await call.committed(changes)
    return { round }
  })

  live.method(eventsDrop, async call => {
    await call.committed(await roundDraw.dropRound(signedIn(call), call.input.eventId, call.input.roundId))
    return {}
  })

  live.method(eventsMove, async call => {
    const { eventId, groupId, game = 1, machineId } = call.input
    await call.committed(await roundDraw.moveGame(signedIn(call), eventId, { groupId, game }, machineId))
    return {}
  })

  live.recordingMethod(eventsResult, async call => {
    const { state, changes } = await roundDraw.setResult(await findActor(call), call.input)
    await call.committed(changes)
    return { state }
  })
}
