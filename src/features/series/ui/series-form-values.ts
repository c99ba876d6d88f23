import type { PointsTable } from '#events/formats/rank-points.ts'
import { typedPoints } from '#events/formats/ui/typed-points.ts'
import * as m from '#messages'
import { fieldProblems, fieldProblemText } from '#platform/live/field-problems.ts'
import { typedDecimal, typedNumber } from '#platform/text/numbers.ts'
import type { FormProblems } from '#platform/ui/form/use-form.ts'
import type { SeriesDoc } from '../contract/documents.ts'
import type { SeriesValues } from '../contract/series-fields.ts'
import { MAX_NIGHTS, SERIES_TIES, type SeriesPoints, type SeriesTie } from '../rules/series-rules.ts'

/** How the form calls what a night is worth. `papa` and `linear` are tables, `custom` is a table that is typed. */
export const POINT_CHOICES = ['own', 'papa', 'linear', 'custom', 'share'] as const
export type PointChoice = (typeof POINT_CHOICES)[number]
/** Which nights count: all, the best ones, or all but the worst. */
export const COUNTINGS = ['all', 'best', 'drop'] as const
export type Counting = (typeof COUNTINGS)[number]

/** A season as its form has it. */
export interface SeriesFormValues extends Record<string, string> {
  name: string
  description: string
  points: PointChoice
  /** the typed table */
  table: string
  counting: Counting
  howMany: string
  attendance: string
  /** tie-breaks, with spaces between them */
  ties: string
}

export const NEW_SERIES: SeriesFormValues = {
  name: '',
  description: '',
  points: 'own',
  table: '',
  counting: 'all',
  howMany: '',
  attendance: '',
  ties: '',
}

const MAX_ATTENDANCE = 1000

/** Returns the form values of a season. */
export function toSeriesFormValues({ name, description, points, counts, drop, attendance, ties = [] }: SeriesDoc): SeriesFormValues {
  const table = points.kind === 'places' ? points.table : null
  return {
    name,
    description,
    points: points.kind !== 'places' ? points.kind : table === 'papa' || table === 'linear' ? table : 'custom',
    table: table === null || typeof table === 'string' ? '' : tableText(table),
    counting: counts !== undefined ? 'best' : drop !== undefined ? 'drop' : 'all',
    howMany: String(counts ?? drop ?? ''),
    attendance: attendance === undefined ? '' : String(attendance),
    ties: ties.join(' '),
  }
}

/** A table that falls by one from a number is written with its first two numbers, since the last step is repeated. */
const tableText = (table: Exclude<PointsTable, string>): string =>
  'linear' in table ? `${table.linear} ${table.linear - 1}` : table.custom.join(' ')

export const typedTies = ({ ties }: Pick<SeriesFormValues, 'ties'>): SeriesTie[] =>
  ties.split(' ').flatMap(typed => SERIES_TIES.find(each => each === typed) ?? [])

function toPoints({ points, table }: SeriesFormValues): SeriesPoints {
  switch (points) {
    case 'own':
    case 'share':
      return { kind: points }
    case 'papa':
    case 'linear':
      return { kind: 'places', table: points }
    case 'custom':
      return { kind: 'places', table: { custom: typedPoints(table) } }
  }
}

/** @param values that `checkSeries` accepts */
export const toSeriesInput = (values: SeriesFormValues): SeriesValues => ({
  name: values.name,
  description: values.description,
  points: toPoints(values),
  counts: values.counting === 'best' ? typedNumber(values.howMany) : null,
  drop: values.counting === 'drop' ? typedNumber(values.howMany) : 0,
  attendance: values.attendance.trim() === '' ? 0 : typedDecimal(values.attendance),
  ties: typedTies(values),
})

/** Returns what is missing or wrong; the contract then checks the rest. */
export function checkSeries(values: SeriesFormValues): FormProblems<SeriesFormValues> {
  const howMany = typedNumber(values.howMany)
  const attendance = values.attendance.trim() === '' ? 0 : typedDecimal(values.attendance)
  const table = typedPoints(values.table)
  const isTable = table.length >= 2 && table.every((points, i) => !Number.isNaN(points) && (i === 0 || points <= table[i - 1]!))
  return {
    ...(values.name.trim() === '' ? { name: m.series_form_no_name() } : {}),
    ...(values.points === 'custom' && !isTable ? { table: m.series_form_bad_table() } : {}),
    ...(values.counting !== 'all' && !(howMany >= 1 && howMany <= MAX_NIGHTS)
      ? { howMany: m.series_form_bad_number({ max: MAX_NIGHTS }) }
      : {}),
    ...(attendance >= 0 && attendance <= MAX_ATTENDANCE ? {} : { attendance: m.series_form_bad_attendance() }),
  }
}

/** By the first name in the path of a field that the server finds wrong. */
const FORM_FIELDS: Readonly<Record<string, string>> = { points: 'table', counts: 'howMany', drop: 'howMany' }

/** Returns the fields that a 400 error is about, each with its first problem as a sentence; null: none of them. */
export function placeSeriesError(error: unknown): FormProblems<SeriesFormValues> | null {
  const found = fieldProblems(error).flatMap((problem): [string, string][] => {
    const [first = ''] = problem.path.split('.')
    const field = FORM_FIELDS[first] ?? first
    return field in NEW_SERIES ? [[field, fieldProblemText(problem)]] : []
  })
  return found.length === 0 ? null : Object.fromEntries(found.reverse())
}
