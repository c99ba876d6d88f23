import { kioskEntersOnly } from '#events/contract/devices.ts'
import { eventsPresence } from '#events/contract/entrants.ts'
import { eventManagersOnly, eventOver, noEntrant } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { isOver } from '#events/rules/event-state.ts'
import type { Presence } from '#events/rules/presence.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { EventActor } from '../api.ts'
import { attachEvent } from '../attach-event.ts'
import { createEventChange } from '../changes.ts'
import { type EntrantRow, listEntrants, lockEntrant, setPresence } from '../entrants/entrant-store.ts'
import { createAdmittedChange } from '../entrants/wait-list.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { settleGames } from '../rounds/follow-results.ts'
import { findActor } from '../staff/linked-device.ts'
import { lockEvent } from '../store.ts'

export const changePresence = handle(eventsPresence, async (call, services: EventServices) => {
  const { eventId, presence, entrantId, entrantIds = null } = call.input
  const by = await findActor(call, services)
  if (by.byKiosk) throw kioskEntersOnly()
  await call.commit(tx =>
    entrantId === undefined
      ? setPresences(tx, services, by, { eventId, entrantIds, presence })
      : setOnePresence(tx, services, by, { eventId, entrantId, presence }),
  )
  return {}
})

async function setOnePresence(
  tx: Db,
  { access, clock }: EventServices,
  { userId, byDevice }: EventActor,
  { eventId, entrantId, presence }: { eventId: string; entrantId: string; presence: Presence },
): Promise<NewChange[]> {
  const event = await access.requireVisible(await lockEvent(tx, eventId, 'to play'), userId)
  const isOfficial = await access.isScorekeeper(event, userId)
  const entrant = await lockEntrant(tx, eventId, entrantId)
  const isPauseOrReturn = (each: Presence): boolean => each === 'here' || each === 'paused'
  const mayPauseSelf = entrant?.userId === userId && isPauseOrReturn(entrant.presence) && isPauseOrReturn(presence)
  if (!isOfficial && !mayPauseSelf) throw eventManagersOnly()
  if (entrant === null) throw noEntrant()
  if (isOver(event, clock.now())) throw eventOver()
  const isAdmitted = entrant.waiting && presence === 'here'
  if (entrant.presence === presence && !isAdmitted) return []
  await setPresence(tx, [entrantId], presence)
  const change = isAdmitted ? createAdmittedChange(eventId, entrantId) : createEventChange(eventId, { kind: 'presence' })
  const late = await settleGames(tx, event, clock.now())
  if (!isOfficial) return [change, ...late]
  const subject: StoredLogSubject = { kind: 'presence', players: [entrantId], presence }
  await insertLog(tx, { eventId, by: userId, byDevice, action: 'presence', subject })
  return [change, ...late, createEventChange(eventId, { kind: 'log' })]
}

/** Sets the presence of several entrants; only those who run the event may. @param entrantIds null: of all who have a place */
async function setPresences(
  tx: Db,
  { access, clock }: EventServices,
  { userId, byDevice }: EventActor,
  { eventId, entrantIds, presence }: { eventId: string; entrantIds: readonly string[] | null; presence: Presence },
): Promise<NewChange[]> {
  const event = await access.requireScorekeeper(await lockEvent(tx, eventId, 'to change'), userId)
  const found = await listEntrants(tx, eventId, entrantIds ?? undefined)
  if (entrantIds !== null && found.length < new Set(entrantIds).size) throw noEntrant()
  if (isOver(event, clock.now())) throw eventOver()
  const isAdmitted = ({ waitingSince }: EntrantRow): boolean => waitingSince !== null && presence === 'here'
  const changed = found.filter(
    each => (entrantIds !== null || each.waitingSince === null) && (each.presence !== presence || isAdmitted(each)),
  )
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  await setPresence(tx, ids, presence)
  await insertLog(tx, { eventId, by: userId, byDevice, action: 'presence', subject: { kind: 'presence', players: ids, presence } })
  const admitted = changed.filter(isAdmitted).map(({ id }) => createAdmittedChange(eventId, id))
  const others = [
    createEventChange(eventId, { kind: 'presence' }),
    ...(await settleGames(tx, event, clock.now())),
    createEventChange(eventId, { kind: 'log' }),
  ]
  return attachEvent(tx, eventId, [...admitted, ...others])
}
