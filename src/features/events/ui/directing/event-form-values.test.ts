import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { parseArgument } from '../../../../platform/live/contract.ts'
import { eventsAdd } from '../../contract/admin.ts'
import type { EventDoc } from '../../contract/documents.ts'
import type { EventFormat } from '../../formats/registry.ts'
import {
  diffEventInput,
  type EventValues,
  freshValues,
  mapEventServerError,
  toEventFormValues,
  toEventInput,
  validateEvent,
  withStart,
} from './event-form-values.ts'

const NOW = new Date('2026-10-24T16:47:12Z')
const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const fresh: EventValues = { ...freshValues(NOW, 'Europe/Berlin'), name: 'Friday flippers', machineIds: 'afm mm' }

const event = (format: EventFormat): EventDoc => ({
  name: 'Friday flippers',
  description: 'Bring quarters.',
  venue: 'The Silver Ball',
  startsAt: new Date('2026-10-24T17:00:00Z'),
  endsAt: new Date('2026-10-24T20:00:00Z'),
  timeZone: 'Europe/Berlin',
  format,
  state: 'upcoming',
  machineIds: ['afm', 'mm'],
  directorId: 'ada',
  director: { username: 'ada', displayName: 'Ada' },
  players: 0,
  receipt: 1,
})

/** Returns what the contract rejects in the form, by field; null: nothing. */
const refusalOf = (values: EventValues): object | null => {
  try {
    parseArgument(eventsAdd.input, [{ _id: ID, ...toEventInput(values) }])
    return null
  } catch (error) {
    return mapEventServerError(error)
  }
}

const formats: EventFormat[] = [
  { kind: 'high-score' },
  { kind: 'best-game', points: 'papa' },
  { kind: 'best-game', points: 'linear', machinesCounted: 2, attemptsPerMachine: 10 },
  { kind: 'best-game', points: { linear: 300 } },
  { kind: 'best-game', points: { custom: [25, 18, 1.5] } },
  { kind: 'pin-golf', balls: 5, targets: { afm: 2_000_000_000, mm: 30_000_000 }, missed: 'graded' },
  { kind: 'match-play', grouping: 'balanced', groupSize: 3, rounds: 7, points: 'pinburgh' },
  { kind: 'strikes', groupSize: 2, strikesToLeave: 4, strikes: 'progressive' },
]

describe('a new event', () => {
  it('begins at the next full hour, for three hours, also where clocks stand at half past', () => {
    expect(fresh).toMatchObject({ startsAt: '2026-10-24T19:00', endsAt: '2026-10-24T22:00' })
    expect(freshValues(NOW, 'Asia/Kolkata').startsAt).toBe('2026-10-24T23:00')
  })

  it('can be sent in every format with a name, a machine and no other word', () => {
    for (const kind of ['best-game', 'high-score', 'match-play', 'strikes']) {
      const values = { ...fresh, kind }
      expect(validateEvent(values)).toEqual({})
      expect(refusalOf(values)).toBe(null)
    }
    const golf: EventValues = { ...fresh, kind: 'pin-golf', 'target afm': '1000', 'target gone': '5' }
    expect(toEventInput(golf).format).toEqual({ kind: 'pin-golf', balls: 3, missed: 'simple', targets: { afm: 1000 } })
    expect(refusalOf(golf)).toBe(null)
  })

  it('says what is missing in its own words', () => {
    expect(validateEvent({ ...fresh, name: ' ', startsAt: '', machineIds: '' })).toEqual({
      name: 'An event needs a name.',
      startsAt: 'Say when it starts.',
      machineIds: 'Pick at least one machine.',
    })
    expect(validateEvent({ ...fresh, endsAt: fresh.startsAt })).toEqual({ endsAt: 'It must end after it starts.' })
    for (const linearFrom of ['', 'ten'])
      expect(validateEvent({ ...fresh, table: 'from', linearFrom })).toEqual({ linearFrom: 'Say from which number.' })
    for (const custom of [' ', '10, five, 1'])
      expect(validateEvent({ ...fresh, table: 'custom', custom })).toEqual({ custom: 'List numbers, the highest first.' })
    expect(validateEvent({ ...fresh, kind: 'pin-golf' })).toEqual({ 'target afm': 'Say what score is to be reached.' })
  })

  it('is refused by the contract at the field that is wrong', () => {
    expect(refusalOf({ ...fresh, machinesCounted: '0', attemptsPerMachine: 'many' })).toEqual({
      machinesCounted: 'Must be a whole number from 1 to 64.',
      attemptsPerMachine: 'Must be a number.',
    })
    expect(refusalOf({ ...fresh, table: 'from', linearFrom: '0' })).toEqual({ linearFrom: 'Must be a whole number from 1 to 10000.' })
    expect(refusalOf({ ...fresh, table: 'custom', custom: '1, 2' })).toEqual({ custom: 'Must not rise.' })
    expect(refusalOf({ ...fresh, kind: 'match-play', rounds: '' })).toEqual({ rounds: 'Please fill this in.' })
    expect(refusalOf({ ...fresh, kind: 'strikes', strikesToLeave: '101' })).toEqual({
      strikesToLeave: 'Must be a whole number from 1 to 100.',
    })
    expect(refusalOf({ ...fresh, kind: 'pin-golf', 'target mm': '0' })).toEqual({
      'target mm': `Must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.`,
    })
    expect(refusalOf({ ...fresh, machineIds: 'afm afm' })).toEqual({ machineIds: 'Must not name a machine twice.' })
  })

  it('leaves to the form as a whole what is about no field', () => {
    expect(mapEventServerError(new DdpError(403, 'Only an event director may do this.'))).toBe(null)
    expect(mapEventServerError(new DdpError(400, '_id …', [{ path: '_id', message: 'must be a UUIDv7 in lower case' }]))).toBe(null)
  })
})

describe('an event that is there', () => {
  it('stands in the form as it is, in every format', () => {
    for (const format of formats) {
      const { name, description, venue, startsAt, endsAt, timeZone, machineIds } = event(format)
      expect(toEventInput(toEventFormValues(event(format)))).toEqual({
        name,
        description,
        venue,
        startsAt,
        endsAt,
        timeZone,
        format,
        machineIds,
      })
    }
  })

  it('is sent only what was changed', () => {
    const before = toEventFormValues(event(formats[1]!))
    expect(diffEventInput(before, before)).toEqual({})
    expect(diffEventInput(before, { ...before, venue: 'Elsewhere', machinesCounted: '1' })).toEqual({
      venue: 'Elsewhere',
      format: { kind: 'best-game', points: 'papa', machinesCounted: 1 },
    })
    expect(diffEventInput(before, { ...before, timeZone: 'Europe/London' })).toMatchObject({ startsAt: new Date('2026-10-24T18:00:00Z') })
  })

  it('keeps a time with seconds that nobody touched', () => {
    const odd = { ...event(formats[0]!), startsAt: new Date('2026-10-24T17:00:42Z') }
    expect(diffEventInput(toEventFormValues(odd), { ...toEventFormValues(odd), name: 'Other' })).toEqual({ name: 'Other' })
  })
})

it('moves the end along with the start, also over a night in which clocks go back', () => {
  expect(withStart(fresh, '2026-10-25T01:00')).toEqual({ startsAt: '2026-10-25T01:00', endsAt: '2026-10-25T03:00' })
  expect(withStart(fresh, '')).toEqual({ startsAt: '', endsAt: fresh.endsAt })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), minutes => {
      const start = new Date(NOW.getTime() + minutes * 60_000).toISOString().slice(0, 16)
      const moved = { ...fresh, timeZone: 'UTC', ...withStart({ ...fresh, timeZone: 'UTC' }, start) }
      expect(toEventInput(moved).endsAt.getTime() - toEventInput(moved).startsAt.getTime()).toBe(3 * 3_600_000)
    }),
  )
})
