import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventMachineDoc } from '#events/contract/documents.ts'
import { toLocalInput } from '#platform/ui/time/zoned-time.ts'
import type { ShownEvent } from '../types.ts'
import { nextEventName, nextEventTimes, planNextEvent } from './next-event.ts'

const WEEK = 7 * 86_400_000
const utc = (text: string): Date => new Date(`${text}Z`)

describe('the name of the next event', () => {
  const next = (name: string): string => nextEventName(name, { earlier: '2026', next: '2027' })

  it('counts on where a number is at its end', () => {
    expect(next('Thursday Pins 12')).toBe('Thursday Pins 13')
    expect(next('Week 09')).toBe('Week 10')
    expect(next('Round #99')).toBe('Round #100')
    expect(next('S2E5')).toBe('S2E6')
    expect(next('9007199254740993')).toBe('9007199254740994')
  })

  it('stays as it is without one, or if that is part of a date, a time or a decimal number', () => {
    for (const name of ['Friday flippers', '3 strikes', 'Pins 2026-11-19', 'Pins 19.11', 'Pins at 19:30', '19/11'])
      expect(next(name)).toBe(name)
  })

  it('takes the year of the next event for the year of the earlier one', () => {
    expect(next('Cup 2026')).toBe('Cup 2027')
    expect(nextEventName('Cup 2026', { earlier: '2026', next: '2026' })).toBe('Cup 2026')
  })

  it('stays as it is if the next number does not fit', () => {
    const long = `${'x'.repeat(78)}99`
    expect(next(long)).toBe(long)
  })
})

describe('the time of the next event', () => {
  const evening = { startsAt: utc('2026-10-22T17:00'), endsAt: utc('2026-10-22T21:00'), timeZone: 'Europe/Berlin' }

  it('is a week later at the same local time, also across a night in which clocks are set back', () => {
    expect(nextEventTimes(evening, Number(utc('2026-10-23T08:00')))).toEqual({
      startsAt: utc('2026-10-29T18:00'),
      endsAt: utc('2026-10-29T22:00'),
    })
  })

  it('is a week later too if the earlier event is still to come', () => {
    expect(nextEventTimes(evening, Number(utc('2026-10-01T08:00'))).startsAt).toEqual(utc('2026-10-29T18:00'))
  })

  it('is the first such time in the future', () => {
    expect(nextEventTimes(evening, Number(utc('2026-11-05T17:59'))).startsAt).toEqual(utc('2026-11-05T18:00'))
    expect(nextEventTimes(evening, Number(utc('2026-11-05T18:00'))).startsAt).toEqual(utc('2026-11-12T18:00'))
  })

  it('has the same weekday and local time in every zone, and lies in the next week where the earlier event is over', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2e9 }),
        fc.integer({ min: 1, max: 400 * 86_400 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'),
        (start, later, timeZone) => {
          // Noon is never skipped and never occurs twice.
          const day = toLocalInput(new Date(start * 1000), timeZone).slice(0, 10)
          const startsAt = new Date(Date.parse(`${day}T12:00Z`) - offset(`${day}T12:00`, timeZone))
          const now = startsAt.getTime() + later * 1000
          const next = nextEventTimes({ startsAt, endsAt: new Date(startsAt.getTime() + 1), timeZone }, now).startsAt
          const [from, to] = [startsAt, next].map(at => toLocalInput(at, timeZone)) as [string, string]
          expect(to.slice(11)).toBe(from.slice(11))
          expect((Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) % WEEK).toBe(0)
          expect(next.getTime()).toBeGreaterThan(now)
          expect(next.getTime() - now).toBeLessThanOrEqual(WEEK + 3_600_000)
        },
      ),
    )
  })
})

/** Returns how far a zone's local time is ahead of UTC at noon, in ms. */
function offset(localNoon: string, timeZone: string): number {
  const asUtc = Date.parse(`${localNoon}Z`)
  const guess = Date.parse(`${toLocalInput(new Date(asUtc), timeZone)}Z`) - asUtc
  return Date.parse(`${toLocalInput(new Date(asUtc - guess), timeZone)}Z`) - (asUtc - guess)
}

it('leaves out machines that were out of order or do not exist any more, says so, and keeps the rest as it was', () => {
  const earlier = {
    _id: 'earlier',
    name: 'Thursday Pins 12',
    description: 'Bring quarters.',
    venue: 'The Silver Ball',
    startsAt: utc('2026-11-19T18:00'),
    endsAt: utc('2026-11-19T22:00'),
    timeZone: 'Europe/Berlin',
    format: { kind: 'strikes', groupSize: 4, strikesToLeave: 5, strikes: 'fair' },
    agreement: 'one',
    machineIds: ['afm', 'mm', 'gone', 'fh'],
  } as unknown as ShownEvent
  const machine = (machineId: string, active: boolean) => ({ machineId, name: machineId.toUpperCase(), active }) as EventMachineDoc
  const machines = [machine('afm', true), machine('mm', false), machine('fh', true)]
  expect(planNextEvent(earlier, machines, Number(utc('2026-11-20T08:00')))).toEqual({
    event: {
      ...earlier,
      name: 'Thursday Pins 13',
      startsAt: utc('2026-11-26T18:00'),
      endsAt: utc('2026-11-26T22:00'),
      machineIds: ['afm', 'fh'],
    },
    brokenMachines: ['MM'],
    missingMachines: 1,
  })
})
