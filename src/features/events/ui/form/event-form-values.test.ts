import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { DdpError } from '#ddp/wire/error.ts'
import { eventsAdd } from '#events/contract/admin.ts'
import type { EventDoc } from '#events/contract/documents.ts'
import type { EventInput } from '#events/contract/event-fields.ts'
import { type EventFormat, FORMAT_KINDS } from '#events/formats/registry.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import { fetchFormatForm } from '#events/formats/ui/forms.ts'
import { DEFAULT_DRAW_OPTIONS } from '#events/rules/draw-options.ts'
import { setErrorTexts } from '#platform/live/error-texts.ts'
import { parseArgument } from '#platform/live/parse-argument.ts'
import {
  defaultEventValues,
  diffEventInput,
  mapEventServerError,
  toEventFormValues,
  toEventInput,
  validateEvent,
  withBank,
  withStart,
} from './event-form-values.ts'

/** The form parts of all formats, by kind. */
const forms = new Map<string, FormatForm>()
beforeAll(async () => {
  // Other test files of this process may have set the texts of the application.
  setErrorTexts(() => null)
  for (const kind of FORMAT_KINDS) forms.set(kind, await fetchFormatForm(kind))
})
const getForm = (kind: string): FormatForm => forms.get(kind)!
/** The values of a form as its fields see them. */
const withDefaults = (values: EventValues): EventValues => ({ ...getForm(values.kind).initial, ...values })
const toInput = (values: EventValues): EventInput => toEventInput(withDefaults(values), getForm(values.kind))
const findProblems = (values: EventValues): object => validateEvent(withDefaults(values), getForm(values.kind))
const toValues = (doc: EventDoc): EventValues => toEventFormValues(doc, getForm(doc.format.kind))

const NOW = new Date('2026-10-24T16:47:12Z')
const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const newEvent: EventValues = { ...defaultEventValues(NOW, 'Europe/Berlin'), name: 'Friday flippers', machineIds: 'afm mm' }

const event = (format: EventFormat): EventDoc => ({
  name: 'Friday flippers',
  description: 'Bring quarters.',
  venue: 'The Silver Ball',
  startsAt: new Date('2026-10-24T17:00:00Z'),
  endsAt: new Date('2026-10-24T20:00:00Z'),
  timeZone: 'Europe/Berlin',
  startsOffset: 60,
  endsOffset: 60,
  format,
  state: 'upcoming',
  machineIds: ['afm', 'mm'],
  directorId: 'ada',
  director: { username: 'ada', displayName: 'Ada' },
  players: 0,
  receipt: 1,
})

/** Returns what the contract rejects in the form, by field; null: nothing. */
const findContractErrors = (values: EventValues): object | null => {
  try {
    parseArgument(eventsAdd.input, [{ _id: ID, ...toInput(values) }])
    return null
  } catch (error) {
    return mapEventServerError(error, getForm(values.kind))
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
  {
    kind: 'match-play',
    grouping: 'swiss',
    groupSize: 4,
    rounds: 3,
    points: { custom: { 4: [10, 6.5, 3, 0.25], 3: [10, 5, 0], 2: [8, 0] } },
  },
  { kind: 'strikes', groupSize: 2, strikesToLeave: 4, strikes: 'progressive' },
]

describe('a new event', () => {
  it('begins at the next full hour and lasts three hours, also in time zones with an offset of half an hour', () => {
    expect(newEvent).toMatchObject({ startsAt: '2026-10-24T19:00', endsAt: '2026-10-24T22:00' })
    expect(defaultEventValues(NOW, 'Asia/Kolkata').startsAt).toBe('2026-10-24T23:00')
  })

  it('has no format, only its kind: the form takes values with a format for an event that exists', () => {
    expect(defaultEventValues(new Date(), 'UTC')).not.toHaveProperty('format')
  })

  it('can be submitted in every format with only a name and a machine', () => {
    for (const kind of ['best-game', 'high-score', 'match-play', 'strikes']) {
      const values = { ...newEvent, kind }
      expect(findProblems(values)).toEqual({})
      expect(findContractErrors(values)).toBe(null)
    }
    const golf: EventValues = { ...newEvent, kind: 'pin-golf', 'format.targets.afm': '1000', 'format.targets.gone': '5' }
    expect(toInput(golf).format).toEqual({ kind: 'pin-golf', balls: 3, missed: 'simple', targets: { afm: 1000 } })
    expect(findContractErrors(golf)).toBe(null)
  })

  it('shows the form’s own message for each missing value', () => {
    expect(findProblems({ ...newEvent, name: ' ', startsAt: '', machineIds: '' })).toEqual({
      name: 'Enter a name for the event.',
      startsAt: 'Enter a start time.',
      machineIds: 'Choose at least one machine.',
    })
    expect(findProblems({ ...newEvent, endsAt: newEvent.startsAt })).toEqual({ endsAt: 'The end must be after the start.' })
    for (const linearFrom of ['', 'ten'])
      expect(findProblems({ ...newEvent, 'format.table': 'from', 'format.points.linear': linearFrom })).toEqual({
        'format.points.linear': 'Enter the number to start from.',
      })
    for (const custom of [' ', '10, five, 1'])
      expect(findProblems({ ...newEvent, 'format.table': 'custom', 'format.points.custom': custom })).toEqual({
        'format.points.custom': 'Enter numbers, highest first.',
      })
    expect(findProblems({ ...newEvent, kind: 'pin-golf' })).toEqual({ 'format.targets.afm': 'Enter a target score.' })
  })

  it('checks a table of points of one’s own', () => {
    const values = { ...newEvent, kind: 'match-play', 'format.points': 'custom' }
    const format = { kind: 'match-play', points: { custom: { 4: [7, 5, 3, 1], 3: [7, 4, 1], 2: [7, 1] } } }
    expect([findProblems(values), findContractErrors(values), toInput(values).format]).toMatchObject([{}, null, format])
    const typed = { ...values, 'format.points.custom.4.1': '6,25', 'format.points.custom.3.2': ' 0 ' }
    expect(findContractErrors(typed)).toBe(null)
    expect(toInput(typed).format).toMatchObject({ points: { custom: { 4: [7, 6.25, 3, 1], 3: [7, 4, 0] } } })
    for (const [text, problem] of [
      ['', 'Enter a number from 0 to 1000 for each place.'],
      ['three', 'Enter a number from 0 to 1000 for each place.'],
      ['-1', 'Enter a number from 0 to 1000 for each place.'],
      ['1000.01', 'Enter a number from 0 to 1000 for each place.'],
      ['3.125', 'At most two decimals.'],
      ['5.01', 'A lower place can’t get more points than a higher one.'],
    ] as const) {
      const wrong = { ...values, 'format.points.custom.4.2': text }
      expect(findProblems(wrong)).toEqual({ 'format.points.custom.4.2': problem })
      expect(() => parseArgument(eventsAdd.input, [{ _id: ID, ...toInput(wrong) }]), text).toThrow()
    }
    // A table that is not chosen does not matter.
    expect(findProblems({ ...values, 'format.points': 'ifpa', 'format.points.custom.4.2': 'three' })).toEqual({})
  })

  it('shows the contract’s error at the invalid field', () => {
    expect(findContractErrors({ ...newEvent, 'format.machinesCounted': '0', 'format.attemptsPerMachine': 'many' })).toEqual({
      'format.machinesCounted': 'Must be a whole number from 1 to 64.',
      'format.attemptsPerMachine': 'Must be a number.',
    })
    expect(findContractErrors({ ...newEvent, 'format.table': 'from', 'format.points.linear': '0' })).toEqual({
      'format.points.linear': 'Must be a whole number from 1 to 10000.',
    })
    expect(findContractErrors({ ...newEvent, 'format.table': 'custom', 'format.points.custom': '1, 2' })).toEqual({
      'format.points.custom': 'Must not rise.',
    })
    expect(findContractErrors({ ...newEvent, kind: 'match-play', 'format.rounds': '' })).toEqual({
      'format.rounds': 'Is missing.',
    })
    expect(findContractErrors({ ...newEvent, kind: 'strikes', 'format.strikesToLeave': '101' })).toEqual({
      'format.strikesToLeave': 'Must be a whole number from 1 to 100.',
    })
    expect(findContractErrors({ ...newEvent, kind: 'pin-golf', 'format.targets.mm': '0' })).toEqual({
      'format.targets.mm': `Must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.`,
    })
    expect(findContractErrors({ ...newEvent, machineIds: 'afm afm' })).toEqual({ machineIds: 'Must not name a machine twice.' })
  })

  it('leaves errors that belong to no field to the form as a whole', () => {
    expect(mapEventServerError(new DdpError(403, 'Only an event director may do this.'), getForm('best-game'))).toBe(null)
    expect(
      mapEventServerError(new DdpError(400, '_id …', [{ path: '_id', message: 'must be a UUIDv7 in lower case' }]), getForm('best-game')),
    ).toBe(null)
  })
})

describe('an existing event', () => {
  it('converts to form values and back unchanged, in every format', () => {
    for (const format of formats) {
      const { name, description, venue, startsAt, endsAt, timeZone, machineIds } = event(format)
      expect(toInput(toValues(event(format)))).toEqual({
        name,
        description,
        venue,
        startsAt,
        endsAt,
        timeZone,
        format,
        machineIds,
        agreement: 'director',
        capacity: null,
        tieBreaks: ['places'],
        byes: 'full',
        byeOpponent: 'none',
        ...DEFAULT_DRAW_OPTIONS,
        venueId: null,
      })
    }
  })

  it('keeps the order of play and where machines come from, where groups play, and the banks of the event’s machines', () => {
    const chosen = { playOrder: 'seed', machineDraw: 'banks', banks: { afm: 'A' }, firstRound: 'cross', byeOpponent: 'self' } as const
    const match = { ...event(formats.find(({ kind }) => kind === 'match-play')!), ...chosen }
    expect(toInput(toValues(match))).toMatchObject(chosen)
    const values = toValues(match)
    expect(toInput({ ...values, banks: withBank(values, 'mm', ' B ') }).banks).toEqual({ afm: 'A', mm: 'B' })
    expect(toInput({ ...values, machineIds: 'mm' }).banks).toBeNull()
    expect(findProblems({ ...values, machineIds: 'mm' })).toHaveProperty('machineDraw')
    expect(findProblems(values)).not.toHaveProperty('machineDraw')
    expect(toInput({ ...values, ...getForm('high-score').initial, kind: 'high-score' })).toMatchObject({
      ...{ playOrder: 'balanced', machineDraw: 'balanced', banks: null, firstRound: 'slaughter', byeOpponent: 'none' },
    })
  })

  it('has a number of places, or any number', () => {
    const limited = toValues({ ...event(formats[0]!), capacity: 16 })
    expect(toInput(limited).capacity).toBe(16)
    expect(toInput({ ...limited, capacity: ' ' }).capacity).toBe(null)
    expect(['', '1', '10000', ' 24 '].map(capacity => 'capacity' in findProblems({ ...limited, capacity }))).toEqual(Array(4).fill(false))
    expect(['0', '10001', 'ten', '1.5', '-3'].map(capacity => 'capacity' in findProblems({ ...limited, capacity }))).toEqual(
      Array(5).fill(true),
    )
  })

  it('keeps whose result counts, where groups play', () => {
    const agreed = { ...event(formats.find(({ kind }) => kind === 'strikes')!), agreement: 'one' as const }
    expect(toInput(toValues(agreed)).agreement).toBe('one')
  })

  it('keeps tie-breaks and byes where the format lets a director choose them', () => {
    const chosen = { tieBreaks: ['wins', 'buchholz', 'head-to-head'], byes: 'half' } as const
    const match = { ...event(formats.find(({ kind }) => kind === 'match-play')!), ...chosen, tieBreaks: [...chosen.tieBreaks] }
    expect(toInput(toValues(match))).toMatchObject(chosen)
    // Another format may have some of them or none.
    const values = { ...toValues(match), ...getForm('strikes').initial, kind: 'strikes' }
    expect(toInput(values)).toMatchObject({ tieBreaks: ['wins', 'head-to-head'], byes: 'full' })
    expect(toInput({ ...values, ...getForm('high-score').initial, kind: 'high-score' })).toMatchObject({
      tieBreaks: ['places'],
      byes: 'full',
    })
    expect(diffEventInput(toInput(toValues(match)), toInput({ ...toValues(match), tieBreaks: '' }))).toEqual({ tieBreaks: [] })
  })

  it('keeps its seeding and the games of a round where the format has them', () => {
    const chosen = { seeding: 'ifpa', gamesPerRound: 3 } as const
    const match = { ...event(formats.find(({ kind }) => kind === 'match-play')!), ...chosen }
    expect(toInput(toValues(match))).toMatchObject(chosen)
    const values = { ...toValues(match), ...getForm('strikes').initial, kind: 'strikes' }
    expect(toInput(values)).toMatchObject({ seeding: 'ifpa', gamesPerRound: 1 })
    expect(toInput({ ...values, ...getForm('high-score').initial, kind: 'high-score' })).toMatchObject({
      seeding: 'random',
      gamesPerRound: 1,
    })
  })

  it('is submitted with only the changed values', () => {
    const before = toValues(event(formats[1]!))
    expect(diffEventInput(toInput(before), toInput(before))).toEqual({})
    expect(diffEventInput(toInput(before), toInput({ ...before, venue: 'Elsewhere', 'format.machinesCounted': '1' }))).toEqual({
      venue: 'Elsewhere',
      format: { kind: 'best-game', points: 'papa', machinesCounted: 1 },
    })
    expect(diffEventInput(toInput(before), toInput({ ...before, timeZone: 'Europe/London' }))).toMatchObject({
      startsAt: new Date('2026-10-24T18:00:00Z'),
    })
  })

  it('keeps a time with seconds that was not edited', () => {
    const odd = { ...event(formats[0]!), startsAt: new Date('2026-10-24T17:00:42Z') }
    expect(diffEventInput(toInput(toValues(odd)), toInput({ ...toValues(odd), name: 'Other' }))).toEqual({ name: 'Other' })
  })
})

it('moving the start moves the end by the same duration, also across a night in which clocks are set back', () => {
  expect(withStart(newEvent, '2026-10-25T01:00')).toEqual({ startsAt: '2026-10-25T01:00', endsAt: '2026-10-25T03:00' })
  expect(withStart(newEvent, '')).toEqual({ startsAt: '', endsAt: newEvent.endsAt })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), minutes => {
      const start = new Date(NOW.getTime() + minutes * 60_000).toISOString().slice(0, 16)
      const moved = { ...newEvent, timeZone: 'UTC', ...withStart({ ...newEvent, timeZone: 'UTC' }, start) }
      expect(toInput(moved).endsAt.getTime() - toInput(moved).startsAt.getTime()).toBe(3 * 3_600_000)
    }),
  )
})
