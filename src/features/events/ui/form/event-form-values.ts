import type { EventDoc } from '#events/contract/documents.ts'
import { EVENT_FIELDS, type EventInput } from '#events/contract/event-fields.ts'
import {
  drawsEachRound,
  type EventFormatKind,
  hasByeChoice,
  isPlayedInRounds,
  playsSeveralGames,
  takesSeeds,
  tieBreakChoices,
} from '#events/formats/registry.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import { LISTED_KINDS } from '#events/formats/ui/labels.ts'
import {
  type Balance,
  DEFAULT_DRAW_OPTIONS,
  type DrawOptions,
  type FirstRound,
  type MachineDraw,
  type PlayOrder,
  type Seeding,
} from '#events/rules/draw-options.ts'
import type { Agreement } from '#events/rules/result-agreement.ts'
import { type ByeOpponent, type ByeWorth, DEFAULT_OPTIONS, type StandingsOptions } from '#events/rules/standings-options.ts'
import * as m from '#messages'
import { fieldProblems, fieldProblemText } from '#platform/live/field-problems.ts'
import { recordValues } from '#platform/live/record.ts'
import { typedNumber } from '#platform/text/numbers.ts'
import type { FormProblems } from '#platform/ui/form/use-form.ts'
import { fromLocalInput, toLocalInput } from '#platform/ui/time/zoned-time.ts'
import { parseTieBreaks } from './tie-break-values.ts'

const HOUR = 3_600_000

/** Returns the initial values for a new event: from the next full hour, for three hours, with default options for every format. */
export function defaultEventValues(now: Date, timeZone: string): EventValues {
  const minutes = Number(toLocalInput(now, timeZone).slice(-2))
  const start = Math.floor(now.getTime() / 60_000) * 60_000 - minutes * 60_000 + HOUR
  return {
    ...toTexts(recordValues(EVENT_FIELDS, {}), timeZone),
    startsAt: toLocalInput(new Date(start), timeZone),
    endsAt: toLocalInput(new Date(start + 3 * HOUR), timeZone),
    timeZone,
    groupId: '',
    kind: LISTED_KINDS[0]!,
    agreement: 'two',
    // What FIDE has, while the API goes on to count nothing where it is left out.
    byeOpponent: 'self',
  }
}

type FieldTexts = { [Name in Exclude<keyof EventInput, 'format'>]: string }
const FIELD_NAMES = Object.keys(EVENT_FIELDS).filter(name => name !== 'format') as (keyof FieldTexts)[]

const toText = (value: unknown, timeZone: string): string => {
  if (value instanceof Date) return toLocalInput(value, timeZone)
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

/** Returns the fields of an event as the form has them; '' where there is none. */
const toTexts = (input: Partial<EventInput>, timeZone: string): FieldTexts =>
  Object.fromEntries(
    FIELD_NAMES.map(name => {
      const value = input[name]
      return [name, toText(value, timeZone)]
    }),
  ) as FieldTexts

/** The form has the banks of machines as JSON. Those of machines that were taken out stay, in case they come back. */
const typedBanks = ({ banks }: Pick<EventValues, 'banks'>): Record<string, string> => JSON.parse(banks || '{}') as Record<string, string>

/** Returns what was typed as a machine's bank. */
export const bankOf = (values: Pick<EventValues, 'banks'>, machineId: string): string => typedBanks(values)[machineId] ?? ''

/** Returns the banks with another one for a machine, as the form has them. */
export const withBank = (values: Pick<EventValues, 'banks'>, machineId: string, bank: string): string =>
  JSON.stringify({ ...typedBanks(values), [machineId]: bank })

/** Returns the bank of each of the event's machines that has one; null: none has. */
function parseBanks(values: Pick<EventValues, 'banks' | 'machineIds'>): Record<string, string> | null {
  const named = parseMachineIds(values).flatMap(id => (bankOf(values, id).trim() === '' ? [] : [[id, bankOf(values, id).trim()] as const]))
  return named.length === 0 ? null : Object.fromEntries(named)
}

export const parseMachineIds = ({ machineIds }: Pick<EventValues, 'machineIds'>): string[] => machineIds.split(' ').filter(Boolean)

/** Returns the form values of an existing event. @param form of the event's format */
export const toEventFormValues = (event: EventDoc, form: FormatForm): EventValues => ({
  ...toTexts(recordValues(EVENT_FIELDS, event), event.timeZone),
  groupId: event.groupId ?? '',
  kind: event.format.kind,
  ...form.initial,
  ...form.toValues(event.format),
})

const isCapacity = (typed: string): boolean => typed.trim() === '' || (typedNumber(typed) >= 1 && typedNumber(typed) <= 10_000)

/** The fields that are sent as the form has them. */
type TextField = { [Name in keyof EventInput]: string extends EventInput[Name] ? Name : never }[keyof EventInput]

const textFields = (values: EventValues): Pick<EventInput, TextField> =>
  Object.fromEntries(FIELD_NAMES.map(name => [name, values[name]])) as Pick<EventInput, TextField>

/** @param values that `validateEvent` accepts @param form of the chosen format */
export const toEventInput = (values: EventValues, form: FormatForm): EventInput => ({
  ...textFields(values),
  startsAt: fromLocalInput(values.startsAt, values.timeZone)!,
  endsAt: fromLocalInput(values.endsAt, values.timeZone)!,
  format: form.toFormat(values, parseMachineIds(values)),
  machineIds: parseMachineIds(values),
  agreement: form.hasGroups ? (values.agreement as Agreement) : 'director',
  venueId: values.venueId === '' ? null : values.venueId,
  capacity: values.capacity.trim() === '' ? null : typedNumber(values.capacity),
  ...toChosenOptions(values),
})

/** Returns the options of the chosen format; what it does not let choose is the default. */
function toChosenOptions(values: EventValues): Pick<EventInput, keyof StandingsOptions | keyof DrawOptions> {
  const kind = values.kind as EventFormatKind
  const inRounds = isPlayedInRounds(kind)
  const drawsEach = drawsEachRound(kind)
  const choices = tieBreakChoices(kind)
  return {
    tieBreaks: choices.length === 0 ? [...DEFAULT_OPTIONS.tieBreaks] : parseTieBreaks(values, choices),
    byes: hasByeChoice(kind) ? (values.byes as ByeWorth) : DEFAULT_OPTIONS.byes,
    byeOpponent: hasByeChoice(kind) ? (values.byeOpponent as ByeOpponent) : DEFAULT_OPTIONS.byeOpponent,
    seeding: takesSeeds(kind) ? (values.seeding as Seeding) : DEFAULT_DRAW_OPTIONS.seeding,
    gamesPerRound: playsSeveralGames(kind) ? Number(values.gamesPerRound) : DEFAULT_DRAW_OPTIONS.gamesPerRound,
    firstRound: takesSeeds(kind) && drawsEach ? (values.firstRound as FirstRound) : DEFAULT_DRAW_OPTIONS.firstRound,
    playOrder: drawsEach ? (values.playOrder as PlayOrder) : DEFAULT_DRAW_OPTIONS.playOrder,
    machineDraw: inRounds ? (values.machineDraw as MachineDraw) : DEFAULT_DRAW_OPTIONS.machineDraw,
    balanceOver: drawsEach ? (values.balanceOver as Balance) : DEFAULT_DRAW_OPTIONS.balanceOver,
    banks: inRounds && values.machineDraw === 'banks' ? parseBanks(values) : null,
  }
}

/** Returns what differs between two inputs. */
export function diffEventInput(from: EventInput, to: EventInput): Partial<EventInput> {
  const isSame = (key: keyof EventInput): boolean => JSON.stringify(from[key]) === JSON.stringify(to[key])
  return Object.fromEntries(Object.entries(to).filter(([key]) => !isSame(key as keyof EventInput)))
}

/** Moves the end along with a new start, so that the duration stays the same. */
export function withStart(values: EventValues, startsAt: string): Pick<EventValues, 'startsAt' | 'endsAt'> {
  const [before, end, after] = [values.startsAt, values.endsAt, startsAt].map(localTime => fromLocalInput(localTime, values.timeZone))
  if (!before || !end || !after || end <= before) return { startsAt, endsAt: values.endsAt }
  return { startsAt, endsAt: toLocalInput(new Date(after.getTime() + end.getTime() - before.getTime()), values.timeZone) }
}

/** Returns what is missing; the contract then checks the rest. @param form of the chosen format */
export function validateEvent(values: EventValues, form: FormatForm): FormProblems<EventValues> {
  const [start, end] = [fromLocalInput(values.startsAt, values.timeZone), fromLocalInput(values.endsAt, values.timeZone)]
  const machineIds = parseMachineIds(values)
  return {
    ...(values.name.trim() === '' ? { name: m.events_form_no_name() } : {}),
    ...(start === null ? { startsAt: m.events_start_missing() } : {}),
    ...(end === null ? { endsAt: m.events_end_missing() } : start !== null && end <= start ? { endsAt: m.events_end_early() } : {}),
    ...(isCapacity(values.capacity) ? {} : { capacity: m.events_form_bad_capacity() }),
    ...(machineIds.length === 0 ? { machineIds: m.events_form_no_machine() } : {}),
    ...(isPlayedInRounds(values.kind as EventFormatKind) && values.machineDraw === 'banks' && parseBanks(values) === null
      ? { machineDraw: m.events_machine_draw_no_bank() }
      : {}),
    ...form.validate?.(values, machineIds),
  }
}

const OWN_FIELDS = [...FIELD_NAMES, 'groupId' as const]

function fieldOf(path: string, form: FormatForm): (keyof EventValues & string) | undefined {
  const option = path.startsWith('format.') ? (path as `format.${string}`) : null
  if (option !== null) return form.fieldOf?.(option) ?? (option in form.initial ? option : undefined)
  return OWN_FIELDS.find(each => path === each || path.startsWith(`${each}.`))
}

/**
 * Returns the fields that a 400 error is about, each with its first problem as a sentence; null: none of them.
 * @param form of the chosen format
 */
export function mapEventServerError(error: unknown, form: FormatForm): FormProblems<EventValues> | null {
  const found = fieldProblems(error).flatMap((problem): [string, string][] => {
    const field = fieldOf(problem.path, form)
    return field === undefined ? [] : [[field, fieldProblemText(problem)]]
  })
  return found.length === 0 ? null : Object.fromEntries(found.reverse())
}
