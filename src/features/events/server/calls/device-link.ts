import { randomBytes } from 'node:crypto'
import { deviceLinkIdUsed, eventsDeviceLink } from '#events/contract/devices.ts'
import { eventOver } from '#events/contract/errors.ts'
import { devicesMayAct } from '#events/rules/device-links.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { hashKioskCode, hashSecret } from '../shared/device-secrets.ts'
import { saveToken } from '../staff/device-store.ts'

export const createDeviceLink = handle(eventsDeviceLink, async (call, services: EventServices) => {
  const { _id: id, eventId, kioskCode } = call.input
  const token = randomBytes(32).toString('base64url')
  await changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    if (!devicesMayAct(event, now)) throw eventOver()
    const codeHash = kioskCode === undefined ? null : hashKioskCode(id, kioskCode)
    if (!(await saveToken(tx, { id, eventId, createdBy: userId, tokenHash: hashSecret(token), codeHash }))) throw deviceLinkIdUsed()
    await insertLog(tx, { eventId, by: userId, action: 'device' })
    return [createEventChange(eventId, { kind: 'devices' }), createEventChange(eventId, { kind: 'log' })]
  })
  return { url: `${services.address()}/events/${eventId}/${kioskCode === undefined ? 'scorekeeper' : 'kiosk'}#${token}` }
})
