import * as m from '#messages'
import { TextField } from '#platform/ui/form/TextField.tsx'
import type { Form, FormProblems } from '#platform/ui/form/use-form.ts'
import type { PointsTable } from '../rank-points.ts'
import type { EventValues } from './event-values.ts'
import { NumberOption, SelectOption } from './form-fields.tsx'
import { type FormatValues, isNumber, numberIn } from './format-form.ts'
import { pointsLabel } from './rank-points-label.ts'
import { typedPoints } from './typed-points.ts'

/** What the ranks on a machine are worth: a table with a name, one that falls by one, or the director's own. */
export function RankPointsOption({ form }: { form: Form<EventValues> }) {
  const tables = [
    { value: 'papa', label: pointsLabel('papa') },
    { value: 'linear', label: pointsLabel('linear') },
    { value: 'from', label: m.events_form_table_from() },
    { value: 'custom', label: m.events_form_table_custom() },
  ]
  const table = form.values['format.table']
  return (
    <>
      <SelectOption form={form} option="format.table" label={m.events_form_table()} choices={tables} />
      {table === 'from' && <NumberOption form={form} option="format.points.linear" label={m.events_form_winner()} />}
      {table === 'custom' && (
        <TextField
          label={m.events_form_points()}
          hint={m.events_form_points_hint()}
          maxLength={2000}
          autoComplete="off"
          {...form.field('format.points.custom')}
        />
      )}
    </>
  )
}

/** The part of a form's values that belongs to `RankPointsOption`. */
export const rankPointsForm = {
  initial: {
    'format.table': 'papa',
    'format.points.linear': '100',
    'format.points.custom': '25, 18, 15, 12, 10, 8, 6, 4, 2, 1',
  } as FormatValues,
  toValues(points: PointsTable): FormatValues {
    if (typeof points === 'string') return { 'format.table': points }
    return 'linear' in points
      ? { 'format.table': 'from', 'format.points.linear': String(points.linear) }
      : { 'format.table': 'custom', 'format.points.custom': points.custom.join(', ') }
  },
  /** Returns the table; the contract checks it. */
  toPoints(values: EventValues): PointsTable {
    if (values['format.table'] === 'from') return { linear: numberIn(values['format.points.linear'])! }
    if (values['format.table'] !== 'custom') return values['format.table'] as PointsTable
    return { custom: typedPoints(values['format.points.custom'] ?? '') }
  },
  validate(values: EventValues): FormProblems<EventValues> {
    const table = values['format.table']
    if (table === 'from' && !isNumber(values['format.points.linear'])) return { 'format.points.linear': m.events_form_no_number() }
    const listed = typedPoints(values['format.points.custom'] ?? '')
    const isList = listed.length > 0 && !listed.some(Number.isNaN)
    return table === 'custom' && !isList ? { 'format.points.custom': m.events_form_no_list() } : {}
  },
  fieldOf: (option: `format.${string}`) => (option.startsWith('format.points.custom') ? ('format.points.custom' as const) : undefined),
}
