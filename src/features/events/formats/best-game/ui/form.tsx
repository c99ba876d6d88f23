import type { EventValues } from '#events/formats/ui/event-values.ts'
import { NumberOption, SelectOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, type FormatValues, isNumber, numberIn, numberText, optionalNumber } from '#events/formats/ui/format-form.ts'
import * as m from '#messages'
import { TextField } from '#platform/ui/form/TextField.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { PointsTable } from '../rank-points.ts'
import type { BestGame } from '../rules.ts'
import { pointsLabel } from './labels.ts'
import { typedPoints } from './typed-points.ts'

function tableValues(points: PointsTable): FormatValues {
  if (typeof points === 'string') return { 'format.table': points }
  return 'linear' in points
    ? { 'format.table': 'from', 'format.points.linear': String(points.linear) }
    : { 'format.table': 'custom', 'format.points.custom': points.custom.join(', ') }
}

function toTable(values: EventValues): unknown {
  if (values['format.table'] === 'from') return { linear: numberIn(values['format.points.linear']) }
  if (values['format.table'] !== 'custom') return values['format.table']
  return { custom: typedPoints(values['format.points.custom'] ?? '') }
}

function Fields({ form }: { form: Form<EventValues> }) {
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
      <NumberOption form={form} option="format.machinesCounted" label={m.events_form_counted()} hint={m.events_form_counted_hint()} />
      <NumberOption form={form} option="format.attemptsPerMachine" label={m.events_form_attempts()} hint={m.events_form_attempts_hint()} />
    </>
  )
}

export const form: FormatForm<BestGame> = {
  initial: {
    'format.table': 'papa',
    'format.points.linear': '100',
    'format.points.custom': '25, 18, 15, 12, 10, 8, 6, 4, 2, 1',
    'format.machinesCounted': '',
    'format.attemptsPerMachine': '',
  },
  toValues: ({ points, machinesCounted, attemptsPerMachine }) => ({
    ...tableValues(points),
    'format.machinesCounted': numberText(machinesCounted),
    'format.attemptsPerMachine': numberText(attemptsPerMachine),
  }),
  toFormat: values =>
    ({
      kind: 'best-game',
      points: toTable(values),
      ...optionalNumber('machinesCounted', values['format.machinesCounted']),
      ...optionalNumber('attemptsPerMachine', values['format.attemptsPerMachine']),
    }) as BestGame,
  validate(values) {
    const table = values['format.table']
    if (table === 'from' && !isNumber(values['format.points.linear'])) return { 'format.points.linear': m.events_form_no_number() }
    const listed = typedPoints(values['format.points.custom'] ?? '')
    const isList = listed.length > 0 && !listed.some(Number.isNaN)
    return table === 'custom' && !isList ? { 'format.points.custom': m.events_form_no_list() } : {}
  },
  fieldOf: option => (option.startsWith('format.points.custom') ? 'format.points.custom' : undefined),
  Fields,
}
