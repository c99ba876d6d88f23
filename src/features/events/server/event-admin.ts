import { createHash } from 'node:crypto'
import type { Clock } from '../../../ddp/timing/clock.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry } from '../../../platform/db/change-log/write.ts'
import type { Database } from '../../../platform/db/database.ts'
import { fieldError } from '../../../platform/live/contract.ts'
import type { GroupsApi } from '../../groups/server/api.ts'
import type { MachinesApi } from '../../machines/server/api.ts'
import { type EventFormat, formatRules } from '../formats/registry.ts'
import { stateAt } from '../rules/event-state.ts'
import type { EventAccess } from './access.ts'
import { eventNews } from './changes.ts'
import { insertLog } from './log/event-log-store.ts'
import * as store from './store.ts'

interface Facts {
  name: string
  description: string
  venue: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  format: EventFormat
  machineIds: string[]
}

export interface DirectingOptions {
  database: Database
  clock: Clock
  access: EventAccess
  groups: GroupsApi
  machines: Pick<MachinesApi, 'machine'>
}

const isOver = (): DdpError => new DdpError(409, 'This event is over.')

export const fingerprintEvent = (values: unknown): string => createHash('sha256').update(JSON.stringify(values)).digest('base64')

/** Creates and edits events. Methods return change-log entries that are already committed; the caller publishes them. */
export class EventAdminService {
  readonly #options: DirectingOptions

  constructor(options: DirectingOptions) {
    this.#options = options
  }

  /** @throws DdpError 400, 403, 404, 409 as events.add lists them */
  async add(userId: string, id: string, facts: Facts, groupId: string | null): Promise<ChangeLogEntry[]> {
    const { database, access } = this.#options
    if (!(groupId === null ? await access.hasRole(userId, ['event-director', 'admin']) : await this.#runsGroup(userId, groupId)))
      throw new DdpError(403, 'Only an event director may do this.')
    await this.#check(facts)
    const fingerprint = fingerprintEvent([facts, groupId])
    return database.transaction(async tx => {
      const row = { ...rowOf(facts), id, groupId, directorId: userId, fingerprint }
      if (!(await store.insertEvent(tx, row))) {
        if (await store.wasAdded(tx, id, userId, fingerprint)) return []
        throw new DdpError(409, 'This id was used for another event.')
      }
      await insertLog(tx, { eventId: id, by: userId, action: 'added' })
      return appendChanges(tx, [eventNews(id)])
    })
  }

  /** @throws DdpError 400, 403, 404, 409 as events.edit lists them */
  async edit(userId: string, eventId: string, given: { [K in keyof Facts]?: Facts[K] | undefined }): Promise<ChangeLogEntry[]> {
    const { database, access, clock } = this.#options
    return database.transaction(async tx => {
      const event = await access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      const state = stateAt(event, clock.now())
      if (state === 'finished' || state === 'cancelled') throw isOver()
      const facts: Facts = { ...factsOf(event), ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
      if (facts.startsAt >= facts.endsAt) throw fieldError('endsAt', 'must come after startsAt')
      await this.#check(facts)
      const before = factsOf(event)
      const rules = ({ format, machineIds }: Facts): string => JSON.stringify([format, machineIds])
      if (JSON.stringify(facts) === JSON.stringify(before)) return []
      if (rules(facts) !== rules(before)) {
        if (await store.hasBegun(tx, eventId)) throw new DdpError(409, 'It has begun: format and machines stay as they are.')
        await store.setMachines(tx, eventId, facts.machineIds)
      }
      await store.updateEvent(tx, { ...event, ...rowOf(facts) })
      await insertLog(tx, { eventId, by: userId, action: 'edited' })
      return appendChanges(tx, [eventNews(eventId)])
    })
  }

  /** Cancelling again changes nothing. @throws DdpError 403, 404, 409 as events.cancel lists them */
  async cancel(userId: string, eventId: string): Promise<ChangeLogEntry[]> {
    const { database, access, clock } = this.#options
    return database.transaction(async tx => {
      const event = await access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      if (event.cancelled) return []
      if (stateAt(event, clock.now()) === 'finished') throw isOver()
      await store.cancelEvent(tx, eventId)
      await insertLog(tx, { eventId, by: userId, action: 'cancelled' })
      return appendChanges(tx, [eventNews(eventId)])
    })
  }

  /** Closing again changes nothing. @throws DdpError 403, 404, 409 as events.close lists them */
  async close(userId: string, eventId: string): Promise<ChangeLogEntry[]> {
    const { database, access, clock } = this.#options
    return database.transaction(async tx => {
      const event = await access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      const now = clock.now()
      const state = stateAt(event, now)
      if (state === 'finished') return []
      if (state !== 'live') throw new DdpError(409, 'This event is not live.')
      await store.updateEvent(tx, { ...event, endsAt: Math.max(now, event.startsAt + 1) })
      await insertLog(tx, { eventId, by: userId, action: 'closed' })
      return appendChanges(tx, [eventNews(eventId)])
    })
  }

  /** Setting the current state again changes nothing. @throws DdpError 403, 404, 409 as events.setMachine lists them */
  async setMachine(userId: string, eventId: string, machineId: string, active: boolean): Promise<ChangeLogEntry[]> {
    const { database, access, clock } = this.#options
    return database.transaction(async tx => {
      const event = await access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      const machine = (await store.eventMachines(tx, eventId)).find(each => each.machineId === machineId)
      if (machine === undefined) throw new DdpError(404, 'There is no such machine in this event.')
      const state = stateAt(event, clock.now())
      if (state === 'finished' || state === 'cancelled') throw isOver()
      if (!(await store.setBroken(tx, eventId, machineId, active ? null : new Date(clock.now())))) return []
      await insertLog(tx, { eventId, by: userId, action: 'machine', what: `${machine.name}: ${active ? 'in order' : 'out of order'}` })
      return appendChanges(tx, [eventNews(eventId)])
    })
  }

  /** True if the user runs the group. @throws DdpError 404 */
  async #runsGroup(userId: string, groupId: string): Promise<boolean> {
    await this.#options.groups.visible(groupId, userId)
    return this.#options.groups.runs(groupId, userId)
  }

  /** Checks that the machines exist and that pin-golf targets name only them. @throws DdpError 400, 404 */
  async #check({ format, machineIds }: Facts): Promise<void> {
    for (const machineId of machineIds)
      if ((await this.#options.machines.machine(machineId)) === null) throw new DdpError(404, 'There is no such machine.')
    const problem = formatRules(format).machinesProblem(machineIds)
    if (problem !== null) throw fieldError(`format.${problem.path}`, problem.message)
  }
}

const rowOf = ({ startsAt, endsAt, ...facts }: Facts): Omit<Facts, 'startsAt' | 'endsAt'> & { startsAt: number; endsAt: number } => ({
  ...facts,
  startsAt: startsAt.getTime(),
  endsAt: endsAt.getTime(),
})

const factsOf = ({ name, description, venue, startsAt, endsAt, timeZone, format, machineIds }: store.EventRow): Facts => ({
  name,
  description,
  venue,
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
  timeZone,
  format,
  machineIds,
})
