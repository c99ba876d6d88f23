import * as m from '#messages'
import { DdpError } from '../../../../ddp/wire/error.ts'
import type { FormProblems } from '../../../../platform/ui/form/use-form.ts'
import type { EventDoc } from '../../contract/documents.ts'
import type { EventFormat, PinGolf, PointsTable } from '../../rules/format.ts'
import { fromLocalInput, toLocalInput } from './zoned-time.ts'

/** The values of an event's form: all fields as text, with the options of all formats at once. */
export type EventValues = {
  name: string
  description: string
  venue: string
  /** local time in `timeZone`, as `datetime-local` inputs write it */
  startsAt: string
  endsAt: string
  timeZone: string
  /** '': no group, so that everybody may see the event */
  groupId: string
  kind: string
  /** ids in order, separated by spaces */
  machineIds: string
  table: string
  linearFrom: string
  custom: string
  machinesCounted: string
  attemptsPerMachine: string
  balls: string
  missed: string
  grouping: string
  groupSize: string
  rounds: string
  groupPoints: string
  strikesToLeave: string
  strikes: string
  [target: `target ${string}`]: string
}

const HOUR = 3_600_000

/** Returns the initial values for a new event: from the next full hour, for three hours, with default options for every format. */
export function freshValues(now: Date, timeZone: string): EventValues {
  const minutes = Number(toLocalInput(now, timeZone).slice(-2))
  const start = Math.floor(now.getTime() / 60_000) * 60_000 - minutes * 60_000 + HOUR
  return {
    name: '',
    description: '',
    venue: '',
    startsAt: toLocalInput(new Date(start), timeZone),
    endsAt: toLocalInput(new Date(start + 3 * HOUR), timeZone),
    timeZone,
    groupId: '',
    kind: 'best-game',
    machineIds: '',
    table: 'papa',
    linearFrom: '100',
    custom: '25, 18, 15, 12, 10, 8, 6, 4, 2, 1',
    machinesCounted: '',
    attemptsPerMachine: '',
    balls: '3',
    missed: 'simple',
    grouping: 'swiss',
    groupSize: '4',
    rounds: '5',
    groupPoints: 'ifpa',
    strikesToLeave: '3',
    strikes: 'fair',
  }
}

export const parseMachineIds = ({ machineIds }: Pick<EventValues, 'machineIds'>): string[] => machineIds.split(' ').filter(Boolean)

const text = (value: number | undefined): string => (value === undefined ? '' : String(value))

function tableValues(points: PointsTable): Partial<EventValues> {
  if (typeof points === 'string') return { table: points }
  return 'linear' in points ? { table: 'from', linearFrom: String(points.linear) } : { table: 'custom', custom: points.custom.join(', ') }
}

function formatValues(format: EventFormat): Partial<EventValues> {
  switch (format.kind) {
    case 'high-score':
      return {}
    case 'best-game':
      return {
        ...tableValues(format.points),
        machinesCounted: text(format.machinesCounted),
        attemptsPerMachine: text(format.attemptsPerMachine),
      }
    case 'pin-golf':
      return {
        balls: String(format.balls),
        missed: format.missed,
        ...Object.fromEntries(Object.entries(format.targets).map(([id, target]) => [`target ${id}`, String(target)])),
      }
    case 'match-play':
      return {
        grouping: format.grouping,
        groupSize: String(format.groupSize),
        rounds: String(format.rounds),
        groupPoints: format.points,
      }
    case 'strikes':
      return { groupSize: String(format.groupSize), strikesToLeave: String(format.strikesToLeave), strikes: format.strikes }
  }
}

/** Returns the form values of an existing event. */
export const toEventFormValues = (event: EventDoc): EventValues => ({
  ...freshValues(event.startsAt, event.timeZone),
  name: event.name,
  description: event.description,
  venue: event.venue,
  startsAt: toLocalInput(event.startsAt, event.timeZone),
  endsAt: toLocalInput(event.endsAt, event.timeZone),
  groupId: event.groupId ?? '',
  kind: event.format.kind,
  machineIds: event.machineIds.join(' '),
  ...formatValues(event.format),
})

const numberOf = (typed: string): number | undefined => (typed.trim() === '' ? undefined : Number(typed.trim()))
const optional = <Key extends string>(key: Key, typed: string): { [K in Key]?: number } => {
  const number = numberOf(typed)
  return number === undefined ? {} : ({ [key]: number } as { [K in Key]?: number })
}

const LIST = /[\s,;]+/

function tableOf({ table, linearFrom, custom }: EventValues): unknown {
  if (table === 'from') return { linear: numberOf(linearFrom) }
  return table === 'custom' ? { custom: custom.split(LIST).flatMap(each => numberOf(each) ?? []) } : table
}

export function parseTargets(values: EventValues): PinGolf['targets'] {
  return Object.fromEntries(
    parseMachineIds(values).flatMap((id): [string, number][] => {
      const target = numberOf(values[`target ${id}`] ?? '')
      return target === undefined ? [] : [[id, target]]
    }),
  )
}

/** Builds the format from the form values without checking it; the contract does that. */
function formatOf(values: EventValues): EventFormat {
  const { kind, machinesCounted, attemptsPerMachine, missed, grouping, groupPoints, strikes } = values
  const groupSize = Number(values.groupSize)
  switch (kind) {
    case 'best-game':
      return {
        kind,
        points: tableOf(values),
        ...optional('machinesCounted', machinesCounted),
        ...optional('attemptsPerMachine', attemptsPerMachine),
      } as EventFormat
    case 'pin-golf':
      return { kind, balls: Number(values.balls), targets: parseTargets(values), missed } as EventFormat
    case 'match-play':
      return { kind, grouping, groupSize, rounds: numberOf(values.rounds), points: groupPoints } as EventFormat
    case 'strikes':
      return { kind, groupSize, strikesToLeave: numberOf(values.strikesToLeave), strikes } as EventFormat
    default:
      return { kind } as EventFormat
  }
}

/** The input of `events.add` and `events.edit`. */
export interface EventInput {
  name: string
  description: string
  venue: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  format: EventFormat
  machineIds: string[]
}

/** @param values for which `validateEvent` finds no problems */
export const toEventInput = (values: EventValues): EventInput => ({
  name: values.name,
  description: values.description,
  venue: values.venue,
  startsAt: fromLocalInput(values.startsAt, values.timeZone)!,
  endsAt: fromLocalInput(values.endsAt, values.timeZone)!,
  timeZone: values.timeZone,
  format: formatOf(values),
  machineIds: parseMachineIds(values),
})

/** Returns only the fields that have changed. */
export function diffEventInput(before: EventValues, after: EventValues): Partial<EventInput> {
  const [from, to] = [toEventInput(before), toEventInput(after)]
  const same = (key: keyof EventInput): boolean => JSON.stringify(from[key]) === JSON.stringify(to[key])
  return Object.fromEntries(Object.entries(to).filter(([key]) => !same(key as keyof EventInput)))
}

/** Moves the end along with a new start, so that the duration stays the same. */
export function withStart(values: EventValues, startsAt: string): Pick<EventValues, 'startsAt' | 'endsAt'> {
  const [before, end, after] = [values.startsAt, values.endsAt, startsAt].map(wall => fromLocalInput(wall, values.timeZone))
  if (!before || !end || !after || end <= before) return { startsAt, endsAt: values.endsAt }
  return { startsAt, endsAt: toLocalInput(new Date(after.getTime() + end.getTime() - before.getTime()), values.timeZone) }
}

const isNumber = (typed: string): boolean => !Number.isNaN(numberOf(typed) ?? Number.NaN)

function tableProblems({ kind, table, linearFrom, custom }: EventValues): FormProblems<EventValues> {
  if (kind !== 'best-game') return {}
  if (table === 'from' && !isNumber(linearFrom)) return { linearFrom: m.events_form_no_number() }
  const listed = custom.split(LIST).filter(Boolean)
  if (table === 'custom' && !(listed.length > 0 && listed.every(isNumber))) return { custom: m.events_form_no_list() }
  return {}
}

/** Returns missing or unusable fields. Everything else is checked by the contract. */
export function validateEvent(values: EventValues): FormProblems<EventValues> {
  const [start, end] = [fromLocalInput(values.startsAt, values.timeZone), fromLocalInput(values.endsAt, values.timeZone)]
  const [first] = parseMachineIds(values)
  const aimless = values.kind === 'pin-golf' && first !== undefined && Object.keys(parseTargets(values)).length === 0
  return {
    ...(values.name.trim() === '' ? { name: m.events_form_no_name() } : {}),
    ...(start === null ? { startsAt: m.events_form_no_start() } : {}),
    ...(end === null ? { endsAt: m.events_form_no_end() } : start !== null && end <= start ? { endsAt: m.events_form_ends_early() } : {}),
    ...(first === undefined ? { machineIds: m.events_form_no_machine() } : {}),
    ...tableProblems(values),
    ...(aimless ? { [`target ${first}`]: m.events_form_no_target() } : {}),
  }
}

const TARGET = 'format.targets.'
const FIELDS: Readonly<Record<string, keyof EventValues & string>> = {
  'format.machinesCounted': 'machinesCounted',
  'format.attemptsPerMachine': 'attemptsPerMachine',
  'format.points.linear': 'linearFrom',
  'format.rounds': 'rounds',
  'format.strikesToLeave': 'strikesToLeave',
  'format.targets': 'machineIds',
}
const ITSELF = ['name', 'description', 'venue', 'startsAt', 'endsAt', 'timeZone', 'machineIds', 'groupId'] as const

function fieldOf(path: string): (keyof EventValues & string) | undefined {
  if (path.startsWith(TARGET)) return `target ${path.slice(TARGET.length)}`
  if (path.startsWith('format.points.custom')) return 'custom'
  return FIELDS[path] ?? ITSELF.find(each => path === each || path.startsWith(`${each}.`))
}

/** Maps a 400 to the form's fields, with a sentence about the first problem of each; null: it is about none of them. */
export function mapEventServerError(error: unknown): FormProblems<EventValues> | null {
  if (!(error instanceof DdpError) || error.error !== 400 || !Array.isArray(error.details)) return null
  const found = (error.details as { path: string; message: string }[]).flatMap(({ path, message }): [string, string][] => {
    const field = fieldOf(path)
    const words = message === 'is missing' ? m.events_form_fill_in() : `${message[0]!.toUpperCase()}${message.slice(1)}.`
    return field === undefined ? [] : [[field, words]]
  })
  return found.length === 0 ? null : Object.fromEntries(found.reverse())
}
