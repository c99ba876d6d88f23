import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { parseArgument } from '../../../../platform/live/contract.ts'
import { eventsAdd } from '../../contract/admin.ts'
import type { EventDoc } from '../../contract/documents.ts'
import { type EventFormat, FORMAT_KINDS } from '../../formats/registry.ts'
import type { EventValues } from '../../formats/ui/event-values.ts'
import type { FormatForm } from '../../formats/ui/format-form.ts'
import { fetchFormatForm } from '../../formats/ui/forms.ts'
import {
  diffEventInput,
  type EventInput,
  freshValues,
  mapEventServerError,
  toEventFormValues,
  toEventInput,
  validateEvent,
  withStart,
} from './event-form-values.ts'

/** The form parts of all formats, by kind. */
const forms = new Map<string, FormatForm>()
beforeAll(async () => {
  for (const kind of FORMAT_KINDS) forms.set(kind, await fetchFormatForm(kind))
})
const formOf = (kind: string): FormatForm => forms.get(kind)!
/** The values of a form as its fields see them. */
const filled = (values: EventValues): EventValues => ({ ...formOf(values.kind).initial, ...values })
const inputOf = (values: EventValues): EventInput => toEventInput(filled(values), formOf(values.kind))
const problemsIn = (values: EventValues): object => validateEvent(filled(values), formOf(values.kind))
const valuesOf = (doc: EventDoc): EventValues => toEventFormValues(doc, formOf(doc.format.kind))

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
    parseArgument(eventsAdd.input, [{ _id: ID, ...inputOf(values) }])
    return null
  } catch (error) {
    return mapEventServerError(error, formOf(values.kind))
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
      expect(problemsIn(values)).toEqual({})
      expect(refusalOf(values)).toBe(null)
    }
    const golf: EventValues = { ...fresh, kind: 'pin-golf', 'format.targets.afm': '1000', 'format.targets.gone': '5' }
    expect(inputOf(golf).format).toEqual({ kind: 'pin-golf', balls: 3, missed: 'simple', targets: { afm: 1000 } })
    expect(refusalOf(golf)).toBe(null)
  })

  it('says what is missing in its own words', () => {
    expect(problemsIn({ ...fresh, name: ' ', startsAt: '', machineIds: '' })).toEqual({
      name: 'An event needs a name.',
      startsAt: 'Say when it starts.',
      machineIds: 'Pick at least one machine.',
    })
    expect(problemsIn({ ...fresh, endsAt: fresh.startsAt })).toEqual({ endsAt: 'It must end after it starts.' })
    for (const linearFrom of ['', 'ten'])
      expect(problemsIn({ ...fresh, 'format.table': 'from', 'format.points.linear': linearFrom })).toEqual({
        'format.points.linear': 'Say from which number.',
      })
    for (const custom of [' ', '10, five, 1'])
      expect(problemsIn({ ...fresh, 'format.table': 'custom', 'format.points.custom': custom })).toEqual({
        'format.points.custom': 'List numbers, the highest first.',
      })
    expect(problemsIn({ ...fresh, kind: 'pin-golf' })).toEqual({ 'format.targets.afm': 'Say what score is to be reached.' })
  })

  it('is refused by the contract at the field that is wrong', () => {
    expect(refusalOf({ ...fresh, 'format.machinesCounted': '0', 'format.attemptsPerMachine': 'many' })).toEqual({
      'format.machinesCounted': 'Must be a whole number from 1 to 64.',
      'format.attemptsPerMachine': 'Must be a number.',
    })
    expect(refusalOf({ ...fresh, 'format.table': 'from', 'format.points.linear': '0' })).toEqual({
      'format.points.linear': 'Must be a whole number from 1 to 10000.',
    })
    expect(refusalOf({ ...fresh, 'format.table': 'custom', 'format.points.custom': '1, 2' })).toEqual({
      'format.points.custom': 'Must not rise.',
    })
    expect(refusalOf({ ...fresh, kind: 'match-play', 'format.rounds': '' })).toEqual({ 'format.rounds': 'Please fill this in.' })
    expect(refusalOf({ ...fresh, kind: 'strikes', 'format.strikesToLeave': '101' })).toEqual({
      'format.strikesToLeave': 'Must be a whole number from 1 to 100.',
    })
    expect(refusalOf({ ...fresh, kind: 'pin-golf', 'format.targets.mm': '0' })).toEqual({
      'format.targets.mm': `Must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.`,
    })
    expect(refusalOf({ ...fresh, machineIds: 'afm afm' })).toEqual({ machineIds: 'Must not name a machine twice.' })
  })

  it('leaves to the form as a whole what is about no field', () => {
    expect(mapEventServerError(new DdpError(403, 'Only an event director may do this.'), formOf('best-game'))).toBe(null)
    expect(
      mapEventServerError(new DdpError(400, '_id …', [{ path: '_id', message: 'must be a UUIDv7 in lower case' }]), formOf('best-game')),
    ).toBe(null)
  })
})

describe('an event that is there', () => {
  it('stands in the form as it is, in every format', () => {
    for (const format of formats) {
      const { name, description, venue, startsAt, endsAt, timeZone, machineIds } = event(format)
      expect(inputOf(valuesOf(event(format)))).toEqual({
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
    const before = valuesOf(event(formats[1]!))
    expect(diffEventInput(inputOf(before), inputOf(before))).toEqual({})
    expect(diffEventInput(inputOf(before), inputOf({ ...before, venue: 'Elsewhere', 'format.machinesCounted': '1' }))).toEqual({
      venue: 'Elsewhere',
      format: { kind: 'best-game', points: 'papa', machinesCounted: 1 },
    })
    expect(diffEventInput(inputOf(before), inputOf({ ...before, timeZone: 'Europe/London' }))).toMatchObject({
      startsAt: new Date('2026-10-24T18:00:00Z'),
    })
  })

  it('keeps a time with seconds that nobody touched', () => {
    const odd = { ...event(formats[0]!), startsAt: new Date('2026-10-24T17:00:42Z') }
    expect(diffEventInput(inputOf(valuesOf(odd)), inputOf({ ...valuesOf(odd), name: 'Other' }))).toEqual({ name: 'Other' })
  })
})

it('moves the end along with the start, also over a night in which clocks go back', () => {
  expect(withStart(fresh, '2026-10-25T01:00')).toEqual({ startsAt: '2026-10-25T01:00', endsAt: '2026-10-25T03:00' })
  expect(withStart(fresh, '')).toEqual({ startsAt: '', endsAt: fresh.endsAt })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), minutes => {
      const start = new Date(NOW.getTime() + minutes * 60_000).toISOString().slice(0, 16)
      const moved = { ...fresh, timeZone: 'UTC', ...withStart({ ...fresh, timeZone: 'UTC' }, start) }
      expect(inputOf(moved).endsAt.getTime() - inputOf(moved).startsAt.getTime()).toBe(3 * 3_600_000)
    }),
  )
})
