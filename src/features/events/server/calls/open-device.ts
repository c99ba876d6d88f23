import { describeDevice } from '#accounts/server/shared/user-agent.ts'
import { deviceLinkUnknown, deviceLinkUsed, eventsOpenDevice } from '#events/contract/devices.ts'
import { devicesMayAct } from '#events/rules/device-links.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import type { EventServices } from '../event-services.ts'
import { hashSecret } from '../shared/device-secrets.ts'
import { bindDevice, findDevice } from '../staff/device-store.ts'
import { lockEvent } from '../store.ts'

export const openDevice = handle(eventsOpenDevice, async (call, { clock }: EventServices) => {
  const { token, key } = call.input
  const browser = describeDevice(call.invocation.connection.httpHeaders['user-agent'])
  let eventId = ''
  await call.commit(async tx => {
    const link = await findDevice(tx, { tokenHash: hashSecret(token) })
    const event = link === null ? null : await lockEvent(tx, link.eventId, 'to play')
    if (link === null || link.ended || event === null || !devicesMayAct(event, clock.now())) throw deviceLinkUnknown()
    const device = { id: link.id, keyHash: hashSecret(key), browser, at: new Date(clock.now()) }
    if (!(await bindDevice(tx, device))) throw deviceLinkUsed()
    eventId = event.id
    return link.openedAt === null ? [createEventChange(eventId, { kind: 'devices' })] : []
  })
  return { eventId }
})
