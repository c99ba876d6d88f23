import { expect, it } from 'vitest'
import { zoneOffset } from '#platform/ui/time/zoned-time.ts'
import { formatEventDay } from './format-day.ts'
import { formatPlannedEnd } from './format-planned-end.ts'
import { formatRoundStart } from './format-round-start.ts'
import { formatSpanLocal, formatSpanPlain, needsTwoLines } from './format-time-span.ts'

/** An event as the server counts its offsets. */
function span(start: string, end: string, timeZone: string) {
  const [startsAt, endsAt] = [new Date(`${start}Z`), new Date(`${end}Z`)]
  return {
    startsAt,
    endsAt,
    timeZone,
    startsOffset: zoneOffset(startsAt.getTime(), timeZone),
    endsOffset: zoneOffset(endsAt.getTime(), timeZone),
  }
}
const local = (event: ReturnType<typeof span>, locale = 'en-US', now = '2027-01-01T12:00Z'): string =>
  formatSpanLocal(event, locale, new Date(now)).replace(/\s/g, ' ')

const evening = span('2026-11-21T19:00', '2026-11-21T23:30', 'America/New_York')
const setBack = span('2026-10-24T22:30', '2026-10-25T04:00', 'Europe/Berlin')
const changed = span('2026-12-12T03:00', '2026-12-12T06:30', 'America/Vancouver')

it('the server’s page shows the event’s own time zone, and a day that start and end share only once', () => {
  expect(formatSpanPlain(evening)).toBe('Nov 21, 2026, 14:00 – 18:30 UTC-5')
  expect(formatSpanPlain(span('2026-11-21T19:00', '2026-12-01T07:00', 'Asia/Kolkata'))).toBe(
    'Nov 22, 2026, 00:30 – Dec 1, 2026, 12:30 UTC+5:30',
  )
  expect(formatSpanPlain(span('2026-11-21T19:00', '2026-11-21T23:00', 'Nowhere/Atlantis'))).toBe('Nov 21, 2026, 19:00 – 23:00 UTC')
})

it('a list shows the day on which an event begins in its own time zone, and names the zone', () => {
  expect(formatEventDay(span('2026-11-21T04:00', '2026-11-21T07:00', 'America/Los_Angeles'))).toBe('Nov 20, 2026 UTC-8')
  expect(formatEventDay(span('2026-11-21T19:00', '2026-11-21T23:00', 'UTC'))).toBe('Nov 21, 2026 UTC')
})

it('the user’s page shows the event’s own time zone and names it', () => {
  expect(local(evening)).toBe('Sat, Nov 21, 2026, 2:00 – 6:30 PM EST')
  expect(local(evening, 'de')).toBe('Sa., 21. Nov. 2026, 14:00–18:30 Uhr GMT-5')
  expect(local(evening, 'en-US', '2026-11-21T12:00Z')).not.toContain('2026')
  expect(local({ ...evening, timeZone: 'Nowhere/Atlantis' })).toBe('Sat, Nov 21, 2026, 2:00 – 6:30 PM UTC-5')
})

it('both zones are named where the clocks change between start and end', () => {
  expect(local(setBack, 'en-GB')).toMatch(/2026, 0?0:30 CEST – 0?5:00 CET$/)
  expect(formatSpanPlain(setBack)).toBe('Oct 25, 2026, 00:30 UTC+2 – 05:00 UTC+1')
  const long = span('2026-10-24T20:00', '2026-10-25T04:00', 'Europe/Berlin')
  expect(local(long, 'en-GB')).toMatch(/24 Oct 2026, 22:00 CEST – .*25 Oct 2026, 0?5:00 CET$/)
})

it('the time is right where the browser’s own rules are older than a government’s decision, and the zone’s name then is its offset', () => {
  expect(local(changed)).toMatch(/^Fri, Dec 11, 2026, 8:00 – 11:30 PM (UTC-7|MST|PDT)$/)
  // No browser takes Berlin for a zone that is seven hours behind UTC, so its name is not shown.
  expect(local({ ...changed, timeZone: 'Europe/Berlin' })).toBe('Fri, Dec 11, 2026, 8:00 – 11:30 PM UTC-7')
})

it('the planned end names the day unless it is today in the event’s time zone', () => {
  const format = (now: string): string => formatPlannedEnd(evening, 'en-US', new Date(now)).replace(/\s/g, ' ')
  expect(format('2026-11-22T03:00:00Z')).toBe('6:30 PM')
  expect(format('2026-11-22T06:00:00Z')).toBe('Sat, Nov 21, 6:30 PM')
})

it('a round begins by the clock of the event’s time zone, written as the user writes times', () => {
  const format = (locale: string | null): string =>
    formatRoundStart(new Date('2026-11-21T19:05Z'), 'America/New_York', locale).replace(/\s/g, ' ')
  expect(format('en-US')).toBe('2:05 PM')
  expect(format('de-DE')).toBe('14:05')
  expect(format(null)).toBe('14:05')
})

it('needs two lines where the event does not end on the day on which it began, in its own time zone, or the clocks change', () => {
  expect(needsTwoLines(evening)).toBe(false)
  expect(needsTwoLines(span('2026-11-21T19:00', '2026-11-21T23:30', 'Europe/Berlin'))).toBe(true)
  expect(needsTwoLines(setBack)).toBe(true)
})
