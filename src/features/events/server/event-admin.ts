import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AccountsApi } from '#accounts/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import { noMachine } from '#machines/contract.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { RecordRow } from '#platform/db/record-columns.ts'
import { fieldError } from '#platform/live/contract.ts'
import { recordValues, shownFields } from '#platform/live/record.ts'
import type { DayLimit } from '#platform/live/server/day-limit.ts'
import { fieldRule, mustLieAhead } from '#platform/text/field-rules.ts'
import {
  eventDirectorsOnly,
  eventIdUsed,
  eventNotFinished,
  eventNotLive,
  eventOver,
  formatFixed,
  noMachineInEvent,
} from '../contract/errors.ts'
import type { EventInput } from '../contract/event-fields.ts'
import { EVENT_FIELDS, mustComeAfterStart } from '../contract/event-fields.ts'
import type { StoredLogSubject } from '../contract/log-subject.ts'
import { changeableOptions, type EventFormat, formatRules, optionsProblem } from '../formats/registry.ts'
import { devicesMayAct } from '../rules/device-links.ts'
import type { DrawOptions } from '../rules/draw-options.ts'
import { stateAt } from '../rules/event-state.ts'
import type { StandingsOptions } from '../rules/standings-options.ts'
import type { EventAccess } from './access.ts'
import { appendEventChanges } from './append-event-changes.ts'
import { createEventChange } from './changes.ts'
import { moveUpWaiting } from './entrants/wait-list.ts'
import { insertLog } from './log/event-log-store.ts'
import { endDevices } from './staff/device-store.ts'
import * as store from './store.ts'

export interface EventAdminOptions {
  database: Database
  clock: Clock
  access: EventAccess
  accounts: Pick<AccountsApi, 'lock' | 'isNewcomer'>
  groups: GroupsApi
  dayLimit: DayLimit
  machines: Pick<MachinesApi, 'machine'>
}

/** Events that one user may create in 24 hours: a whole season in one evening, but not a flood. */
export const EVENTS_A_DAY = 40
/** The same for event directors of the site and administrators. */
export const EVENTS_A_DAY_BY_DIRECTORS = 400

export const fingerprintEvent = (values: unknown): string => createHash('sha256').update(JSON.stringify(values)).digest('base64')

/** Creates and edits events. Methods return change-log entries that are already committed; the caller publishes them. */
export class EventAdminService {
  readonly #options: EventAdminOptions

  constructor(options: EventAdminOptions) {
    this.#options = options
  }

  /** @throws DdpError 400, 403, 404, 409, too-many-requests as events.add lists them */
  async add(userId: string, id: string, fields: EventInput, groupId: string | null): Promise<ChangeLogEntry[]> {
    const { database, access, accounts, dayLimit } = this.#options
    if (!(groupId === null ? await access.hasRole(userId, ['event-director', 'admin']) : await this.#isGroupManager(userId, groupId)))
      throw eventDirectorsOnly()
    await this.#validate(fields)
    const fingerprint = fingerprintEvent([shownFields(EVENT_FIELDS, fields), groupId])
    return database.transaction(async tx => {
      await accounts.lock(tx, userId)
      const mayFillLists = await access.hasRole(userId, ['event-director', 'admin'])
      const listedAtOnce = mayFillLists || !(await accounts.isNewcomer(tx, userId))
      const row = { ...toRowValues(fields), id, groupId, directorId: userId, listedAtOnce, fingerprint }
      if (!(await store.insertEvent(tx, row))) {
        if (await store.wasAdded(tx, id, userId, fingerprint)) return []
        throw eventIdUsed()
      }
      await dayLimit.check(tx, userId, mayFillLists ? EVENTS_A_DAY_BY_DIRECTORS : EVENTS_A_DAY)
      await insertLog(tx, { eventId: id, by: userId, action: 'added' })
      return appendEventChanges(tx, id, [createEventChange(id)])
    })
  }

  /** @throws DdpError 400, 403, 404, 409 as events.edit lists them */
  async edit(userId: string, eventId: string, patch: { [K in keyof EventInput]?: EventInput[K] | undefined }): Promise<ChangeLogEntry[]> {
    return this.#changeAsDirector(userId, eventId, async (tx, event, now) => {
      const state = stateAt(event, now)
      if (state === 'finished' || state === 'cancelled') throw eventOver()
      const before = store.EVENT_COLUMNS.read(event)
      const fields = recordValues(EVENT_FIELDS, patch, before)
      if (fields.startsAt >= fields.endsAt) throw fieldError('endsAt', mustComeAfterStart)
      await this.#validate(fields)
      if (isDeepStrictEqual(fields, before)) return null
      if (!mayChangeFormat(before.format, fields.format) && (await store.hasBegun(tx, eventId))) throw formatFixed()
      if (!isDeepStrictEqual(fields.machineIds, before.machineIds)) await store.setMachines(tx, eventId, fields.machineIds, new Date(now))
      await store.updateEvent(tx, { ...event, ...toRowValues(fields) })
      const ended = devicesMayAct(event, now) || state !== 'live' ? [] : await endDevices(tx, eventId, null, new Date(now))
      await insertLog(tx, { eventId, by: userId, action: 'edited', subject: changedOptions(before, fields) })
      return [...ended, ...(await moveUpWaiting(tx, event, now))]
    })
  }

  /** Cancelling again changes nothing. @throws DdpError 403, 404, 409 as events.cancel lists them */
  async cancel(userId: string, eventId: string): Promise<ChangeLogEntry[]> {
    return this.#changeAsDirector(userId, eventId, async (tx, event, now) => {
      if (event.cancelled) return null
      if (stateAt(event, now) === 'finished') throw eventOver()
      await store.cancelEvent(tx, eventId)
      const ended = await endDevices(tx, eventId, null, new Date(now))
      await insertLog(tx, { eventId, by: userId, action: 'cancelled' })
      return ended
    })
  }

  /** Closing again changes nothing. @throws DdpError 403, 404, 409 as events.close lists them */
  async close(userId: string, eventId: string): Promise<ChangeLogEntry[]> {
    return this.#changeAsDirector(userId, eventId, async (tx, event, now) => {
      const state = stateAt(event, now)
      if (state === 'finished') return null
      if (state !== 'live') throw eventNotLive()
      const end = Math.max(now, event.startsAt + 1)
      const { endsByClock } = formatRules(event.format)
      await store.updateEvent(tx, { ...event, finishesAt: end, ...(endsByClock ? { endsAt: end } : {}) })
      const ended = await endDevices(tx, eventId, null, new Date(now))
      await insertLog(tx, { eventId, by: userId, action: 'closed' })
      return ended
    })
  }

  /** Starting a live event changes nothing. @throws DdpError 403, 404, 409 as events.start lists them */
  async start(userId: string, eventId: string): Promise<ChangeLogEntry[]> {
    return this.#changeAsDirector(userId, eventId, async (tx, event, now) => {
      const state = stateAt(event, now)
      if (state === 'live') return null
      if (state !== 'upcoming') throw eventOver()
      await store.updateEvent(tx, { ...event, startsAt: now })
      await insertLog(tx, { eventId, by: userId, action: 'started' })
      return []
    })
  }

  /**
   * Makes a finished event live again, with everything as it was. Reopening a live event changes nothing.
   * @param endsAt the new planned end, which formats need that end by the clock
   * @throws DdpError 400, 403, 404, 409 as events.reopen lists them
   */
  async reopen(userId: string, eventId: string, endsAt: Date | null): Promise<ChangeLogEntry[]> {
    return this.#changeAsDirector(userId, eventId, async (tx, event, now) => {
      const state = stateAt(event, now)
      if (state === 'live') return null
      if (state !== 'finished') throw eventNotFinished()
      const { endsByClock } = formatRules(event.format)
      if (endsByClock && endsAt === null) throw fieldError('endsAt', fieldRule('date', 'must say when the event ends'))
      if (endsAt !== null && endsAt.getTime() <= now) throw fieldError('endsAt', mustLieAhead())
      const plannedEnd = endsAt?.getTime() ?? event.endsAt
      await store.updateEvent(tx, { ...event, endsAt: plannedEnd, finishesAt: endsByClock ? plannedEnd : null })
      // An event that the clock has ended still has its device links.
      const ended = await endDevices(tx, eventId, null, new Date(now))
      await insertLog(tx, { eventId, by: userId, action: 'reopened' })
      return ended
    })
  }

  /** Setting the current state again changes nothing. @throws DdpError 403, 404, 409 as events.setMachine lists them */
  async setMachine(userId: string, eventId: string, machineId: string, active: boolean): Promise<ChangeLogEntry[]> {
    return this.#changeAsDirector(userId, eventId, async (tx, event, now) => {
      const machine = (await store.eventMachines(tx, eventId)).find(each => each.machineId === machineId)
      if (machine === undefined) throw noMachineInEvent()
      const state = stateAt(event, now)
      if (state === 'finished' || state === 'cancelled') throw eventOver()
      if (!(await store.setBroken(tx, eventId, machineId, active ? null : new Date(now)))) return null
      await insertLog(tx, { eventId, by: userId, action: 'machine', subject: { kind: 'machine', machine: machine.name, active } })
      return []
    })
  }

  /**
   * Changes an event for its director, in one transaction.
   * @param change returns changes for the log besides that of the event itself; null: nothing has changed
   * @throws DdpError 403, 404, and what `change` throws
   */
  #changeAsDirector(
    userId: string,
    eventId: string,
    change: (tx: Db, event: store.EventRow, now: number) => Promise<NewChange[] | null>,
  ): Promise<ChangeLogEntry[]> {
    const { database, access, clock } = this.#options
    return database.transaction(async tx => {
      const event = await access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      const changes = await change(tx, event, clock.now())
      return changes === null ? [] : appendEventChanges(tx, eventId, [...changes, createEventChange(eventId)])
    })
  }

  /** True if the user runs the group. @throws DdpError 404 */
  async #isGroupManager(userId: string, groupId: string): Promise<boolean> {
    await this.#options.groups.assertVisible(groupId, userId)
    return this.#options.groups.isManager(groupId, userId)
  }

  /** Checks that the machines exist and that the format's options suit them. @throws DdpError 400, 404 */
  async #validate({ machineIds, ...input }: EventInput): Promise<void> {
    const { format } = input
    const wrongOption = optionsProblem(format, input)
    if (wrongOption !== null) throw fieldError(wrongOption.path, wrongOption.message)
    for (const machineId of machineIds) if ((await this.#options.machines.machine(machineId)) === null) throw noMachine()
    const problem = formatRules(format).machinesProblem(machineIds)
    if (problem !== null) throw fieldError(`format.${problem.path}`, problem.message)
  }
}

/** Returns which options hold from now on, for the event's log, since standings and draws depend on them; null: the same as before. */
function changedOptions(before: StandingsOptions & DrawOptions, after: StandingsOptions & DrawOptions): StoredLogSubject | null {
  const changed = {
    ...(isDeepStrictEqual(before.tieBreaks, after.tieBreaks) ? {} : { tieBreaks: [...after.tieBreaks] }),
    ...(before.byes === after.byes ? {} : { byes: after.byes }),
    ...(before.seeding === after.seeding ? {} : { seeding: after.seeding }),
    ...(before.gamesPerRound === after.gamesPerRound ? {} : { gamesPerRound: after.gamesPerRound }),
  }
  return Object.keys(changed).length === 0 ? null : { kind: 'options', ...changed }
}

/** True if an event that has begun may change from one format to the other: only options may differ that the format lets change. */
function mayChangeFormat(before: EventFormat, after: EventFormat): boolean {
  const changeable = changeableOptions(before.kind)
  const getFixedOptions = (format: EventFormat) =>
    Object.fromEntries(Object.entries(format).filter(([option]) => !changeable.includes(option)))
  return isDeepStrictEqual(getFixedOptions(before), getFixedOptions(after))
}

const toRowValues = (fields: EventInput): RecordRow<typeof EVENT_FIELDS> & Pick<store.EventRow, 'finishesAt'> => ({
  ...store.EVENT_COLUMNS.toRow(fields),
  finishesAt: formatRules(fields.format).endsByClock ? fields.endsAt.getTime() : null,
})
