import type { Clock } from '#ddp/timing/clock.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { deviceEnded } from '#events/contract/errors.ts'
import { devicesMayAct } from '#events/rules/device-links.ts'
import type { Database } from '#platform/db/database.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { EventAccess } from '../access.ts'
import type { EventActor } from '../api.ts'
import { hashSecret } from '../shared/device-secrets.ts'
import { type EventRow, eventById } from '../store.ts'
import { type EventDeviceRow, findDevice } from './device-store.ts'

/**
 * Returns the device link that a device has opened, if the event and the link have not ended. The caller checks the permission of the user
 * who made it. @throws DdpError 403
 */
export async function findLinkedDevice(
  { database, clock }: { database: Database; clock: Clock },
  eventId: string,
  key: string,
): Promise<{ device: EventDeviceRow; event: EventRow }> {
  const device = await findDevice(database.db, { eventId, keyHash: hashSecret(key) })
  const event = device === null ? null : await eventById(database.db, eventId)
  if (device === null || event === null || !devicesMayAct(event, clock.now())) throw deviceEnded()
  return { device, event }
}

/**
 * Returns the caller; or, for a device that sends its key and keeps the scores of the event, the user who made its link: it acts with that
 * user's permission, and can do nothing once the user does not run the event any more. @throws DdpError 401, 403
 */
export async function findActor(
  call: { userId: string | null; input: { eventId: string; device?: string | undefined } },
  services: { database: Database; clock: Clock; access: EventAccess },
): Promise<EventActor> {
  const { eventId, device: key } = call.input
  if (key === undefined) return { userId: signedIn(call), byDevice: false, byKiosk: false }
  const { device, event } = await findLinkedDevice(services, eventId, key)
  await services.access.requireScorekeeper(event, device.createdBy).catch(error => {
    throw error instanceof DdpError ? deviceEnded() : error
  })
  return { userId: device.createdBy, byDevice: true, byKiosk: device.codeHash !== null }
}
