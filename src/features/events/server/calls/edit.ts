import { isDeepStrictEqual } from 'node:util'
import { eventsEdit, formatFixed } from '#events/contract/admin.ts'
import { eventOver } from '#events/contract/errors.ts'
import { EVENT_FIELDS, type EventInput, mustComeAfterStart } from '#events/contract/event-fields.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { changeableOptions, type EventFormat } from '#events/formats/registry.ts'
import { devicesMayAct } from '#events/rules/device-links.ts'
import type { Banks } from '#events/rules/draw-options.ts'
import { isOver, stateAt } from '#events/rules/event-state.ts'
import type { Db } from '#platform/db/database.ts'
import { fieldError } from '#platform/live/contract.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange, stageChanges } from '../changes.ts'
import { moveUpWaiting } from '../entrants/wait-list.ts'
import { banksOf, checkEventFields, toRowValues } from '../event-fields.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { settleQueue } from '../rounds/follow-results.ts'
import { endDevices } from '../staff/device-store.ts'
import * as store from '../store.ts'

export const editEvent = handle(eventsEdit, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { eventId, ...patch } = call.input
    if (isOver(event, now)) throw eventOver()
    const before = store.EVENT_COLUMNS.read(event)
    const fields = recordValues(EVENT_FIELDS, patch, before)
    if (fields.startsAt >= fields.endsAt) throw fieldError('endsAt', mustComeAfterStart)
    await checkEventFields(services, fields)
    // One that was chosen before stays, whether or not this director may see it.
    if (fields.venueId !== null && fields.venueId !== before.venueId) await services.venues.assertVisible(fields.venueId, userId)
    if (isDeepStrictEqual(fields, before)) return []
    if (!mayChangeFormat(before.format, fields.format) && (await store.hasBegun(tx, eventId))) throw formatFixed()
    if (!isDeepStrictEqual(fields.machineIds, before.machineIds)) await store.setMachines(tx, eventId, fields.machineIds, new Date(now))
    await store.updateEvent(tx, { ...event, ...toRowValues(fields) })
    const endsDevices = stateAt(event, now) === 'live' && !devicesMayAct(event, now)
    const ended = endsDevices ? await endDevices(tx, eventId, null, new Date(now)) : []
    await insertLog(tx, { eventId, by: userId, action: 'edited', subject: await changedOptions(tx, eventId, before, fields) })
    const others = fields.name === before.name ? [] : stageChanges(event)
    // Machines that have come may be free, and games may be wanted that were not before.
    others.push(...(await settleQueue(tx, { ...event, ...toRowValues(fields) }, now)))
    return [...ended, ...(await moveUpWaiting(tx, event, now)), ...others, createEventChange(eventId)]
  }),
)

/** Returns which options hold from now on, for the event's log, since standings and draws depend on them; null: the same as before. */
async function changedOptions(tx: Db, eventId: string, before: EventInput, after: EventInput): Promise<StoredLogSubject | null> {
  const banks = banksOf(after.machineIds, after.banks)
  const names = ['byes', 'byeOpponent', 'seeding', 'gamesPerRound', 'firstRound', 'playOrder', 'machineDraw', 'balanceOver'] as const
  const changed = {
    ...(isDeepStrictEqual(before.tieBreaks, after.tieBreaks) ? {} : { tieBreaks: [...after.tieBreaks] }),
    ...Object.fromEntries(names.filter(name => before[name] !== after[name]).map(name => [name, after[name]])),
    ...(isDeepStrictEqual(before.banks, banks) ? {} : { banks: groupByBank(await store.eventMachines(tx, eventId), banks) }),
  }
  return Object.keys(changed).length === 0 ? null : { kind: 'options', ...changed }
}

/** Returns the names of the machines of each bank, in the order of the event's machines. */
function groupByBank(machines: readonly store.EventMachineRow[], banks: Banks | null): { bank: string; machines: string[] }[] {
  const byBank = new Map<string, string[]>()
  for (const { machineId, name } of machines) {
    const bank = banks?.[machineId]
    if (bank !== undefined) byBank.set(bank, [...(byBank.get(bank) ?? []), name])
  }
  return [...byBank].map(([bank, names]) => ({ bank, machines: names }))
}

/** True if an event that has begun may change from one format to the other: only options may differ that the format lets change. */
function mayChangeFormat(before: EventFormat, after: EventFormat): boolean {
  const changeable = changeableOptions(before.kind)
  const getFixedOptions = (format: EventFormat) =>
    Object.fromEntries(Object.entries(format).filter(([option]) => !changeable.includes(option)))
  return isDeepStrictEqual(getFixedOptions(before), getFixedOptions(after))
}
