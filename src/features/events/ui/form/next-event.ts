import type { EventMachineDoc } from '#events/contract/documents.ts'
import { fromLocalInput, toLocalInput } from '#platform/ui/time/zoned-time.ts'
import type { ShownEvent } from '../types.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
const MAX_NAME_LENGTH = 80

/** A number at the end of a name. The last part of a date, a time or a decimal number is none: 2026-11-19, 19:30, 2.5. */
const TRAILING_NUMBER = /(?<!\d[./:-]?)\d+$/

/**
 * Returns the name of the next event: a number at the end goes up by one and keeps its leading zeros; the year of the earlier event becomes
 * that of the next one.
 * @param years in which the earlier and the next event start, in their time zone
 */
export function nextEventName(name: string, years: { earlier: string; next: string }): string {
  const next = name.replace(TRAILING_NUMBER, number =>
    number === years.earlier ? years.next : String(BigInt(number) + 1n).padStart(number.length, '0'),
  )
  return next.length > MAX_NAME_LENGTH ? name : next
}

const addWeeks = (localTime: string, weeks: number): string =>
  new Date(Date.parse(`${localTime}Z`) + weeks * WEEK).toISOString().slice(0, localTime.length)

/** Returns start and end at the same local times as many weeks later as it takes until the start is in the future, at least one. */
export function nextEventTimes(
  { startsAt, endsAt, timeZone }: Pick<ShownEvent, 'startsAt' | 'endsAt' | 'timeZone'>,
  now: number,
): Pick<ShownEvent, 'startsAt' | 'endsAt'> {
  const move = (at: Date, weeks: number): Date => fromLocalInput(addWeeks(toLocalInput(at, timeZone), weeks), timeZone)!
  let weeks = Math.max(1, Math.floor((now - startsAt.getTime()) / WEEK))
  while (move(startsAt, weeks).getTime() <= now) weeks += 1
  return { startsAt: move(startsAt, weeks), endsAt: move(endsAt, weeks) }
}

export interface PlannedEvent {
  /** what the form begins with */
  event: ShownEvent
  /** names of machines that are left out because they were out of order */
  brokenMachines: string[]
  /** number of machines that are left out because they do not exist any more */
  missingMachines: number
}

/** Returns the event that a director plans after an earlier one: as that was, at least a week later. @param machines of the earlier event */
export function planNextEvent(earlier: ShownEvent, machines: readonly EventMachineDoc[], now: number): PlannedEvent {
  const known = new Map(machines.map(each => [each.machineId, each]))
  const times = nextEventTimes(earlier, now)
  const yearOf = (at: Date): string => toLocalInput(at, earlier.timeZone).slice(0, 4)
  return {
    event: {
      ...earlier,
      ...times,
      name: nextEventName(earlier.name, { earlier: yearOf(earlier.startsAt), next: yearOf(times.startsAt) }),
      machineIds: earlier.machineIds.filter(id => known.get(id)?.active),
    },
    brokenMachines: earlier.machineIds.flatMap(id => (known.get(id)?.active === false ? [known.get(id)!.name] : [])),
    missingMachines: earlier.machineIds.filter(id => !known.has(id)).length,
  }
}
