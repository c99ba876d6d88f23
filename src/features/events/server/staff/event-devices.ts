import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '#ddp/timing/clock.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { deviceEnded, deviceLinkIdUsed, deviceLinkUnknown, deviceLinkUsed, eventOver } from '#events/contract/errors.ts'
import { devicesMayAct } from '#events/rules/device-links.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import type { EventAccess, EventActor } from '../access.ts'
import { createEventChange } from '../changes.ts'
import { insertLog } from '../log/event-log-store.ts'
import * as store from '../store.ts'
import * as devices from './device-store.ts'

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export interface EventDevicesOptions {
  database: Database
  clock: Clock
  access: EventAccess
  /** the site's address */
  address: () => string
}

/**
 * Links by which a device without an account keeps the scores of one event. Of its token and its key only hashes are stored. A device acts
 * with the permission of the user who made its link: it can do nothing once that user does not run the event any more.
 */
export class EventDevicesService {
  readonly #options: EventDevicesOptions

  constructor(options: EventDevicesOptions) {
    this.#options = options
  }

  /** @throws DdpError 403, 404, 409 as events.deviceLink lists them */
  async createLink(userId: string, eventId: string, id: string): Promise<{ url: string; changes: ChangeLogEntry[] }> {
    const { database, clock, access, address } = this.#options
    const token = randomBytes(32).toString('base64url')
    return database.transaction(async tx => {
      const event = await access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      if (!devicesMayAct(event, clock.now())) throw eventOver()
      if (!(await devices.saveToken(tx, { id, eventId, createdBy: userId, tokenHash: hash(token) }))) throw deviceLinkIdUsed()
      await insertLog(tx, { eventId, by: userId, action: 'device' })
      const changes = await appendChanges(tx, [
        createEventChange(eventId, { kind: 'devices' }),
        createEventChange(eventId, { kind: 'log' }),
      ])
      return { url: `${address()}/events/${eventId}/scorekeeper#${token}`, changes }
    })
  }

  /** @throws DdpError 404, 409 as events.openDevice lists them */
  async open(token: string, key: string, browser: string): Promise<{ eventId: string; changes: ChangeLogEntry[] }> {
    const { database, clock } = this.#options
    return database.transaction(async tx => {
      const link = await devices.findDevice(tx, { tokenHash: hash(token) })
      const event = link === null ? null : await store.lockEvent(tx, link.eventId, 'to play')
      if (link === null || link.ended || event === null || !devicesMayAct(event, clock.now())) throw deviceLinkUnknown()
      const device = { id: link.id, keyHash: hash(key), browser, at: new Date(clock.now()) }
      if (!(await devices.bindDevice(tx, device))) throw deviceLinkUsed()
      const changes = link.openedAt === null ? await appendChanges(tx, [createEventChange(event.id, { kind: 'devices' })]) : []
      return { eventId: event.id, changes }
    })
  }

  /** Ending a link again changes nothing. @throws DdpError 403, 404 as events.endDevice lists them */
  async end(userId: string, eventId: string, deviceId: string): Promise<ChangeLogEntry[]> {
    const { database, clock, access } = this.#options
    return database.transaction(async tx => {
      await access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      return appendChanges(tx, await devices.endDevices(tx, eventId, deviceId, new Date(clock.now())))
    })
  }

  /** Returns for whom a device acts in an event. @throws DdpError 403 also if that user does not run the event any more */
  async findActor(eventId: string, key: string): Promise<EventActor> {
    const { device, event } = await this.find(eventId, key)
    const { createdBy } = device
    await this.#options.access.requireScorekeeper(event, createdBy).catch(error => {
      throw error instanceof DdpError ? deviceEnded() : error
    })
    return { userId: createdBy, byDevice: true }
  }

  /**
   * Returns the device link that a device has opened, if the event and the link have not ended. The caller checks the permission of the user
   * who made it. @throws DdpError 403
   */
  async find(eventId: string, key: string): Promise<{ device: devices.EventDeviceRow; event: store.EventRow }> {
    const { database, clock } = this.#options
    const device = await devices.findDevice(database.db, { eventId, keyHash: hash(key) })
    const event = device === null ? null : await store.eventById(database.db, eventId)
    if (device === null || event === null || !devicesMayAct(event, clock.now())) throw deviceEnded()
    return { device, event }
  }
}
