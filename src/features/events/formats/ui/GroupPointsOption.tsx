import * as m from '#messages'
import type { Form, FormProblems } from '#platform/ui/form/use-form.ts'
import type { GroupPoints, NamedGroupPoints } from '../group-points.ts'
import { CustomPoints } from './CustomPoints.tsx'
import { customPointsProblems, tableValues, toCustomPoints } from './custom-points.ts'
import type { EventValues } from './event-values.ts'
import { SelectOption } from './form-fields.tsx'
import type { FormatValues } from './format-form.ts'
import { groupPointsLabel } from './group-points-label.ts'

/** What the places in a group are worth: a table with a name, or the director's own. */
export function GroupPointsOption({ form }: { form: Form<EventValues> }) {
  const points = [
    ...(['ifpa', 'papa', 'pinburgh'] satisfies NamedGroupPoints[]).map(value => ({ value, label: groupPointsLabel(value, 4) })),
    { value: 'winner', label: m.events_form_group_points_winner() },
    { value: 'custom', label: m.events_form_group_points_custom() },
  ]
  return (
    <>
      <SelectOption form={form} option="format.points" label={m.events_form_group_points()} choices={points} />
      {form.values['format.points'] === 'custom' && <CustomPoints form={form} />}
    </>
  )
}

/** The part of a form's values that belongs to `GroupPointsOption`. */
export const groupPointsForm = {
  initial: { 'format.points': 'ifpa', ...tableValues('ifpa') } as FormatValues,
  toValues: (points: GroupPoints): FormatValues => ({
    'format.points': typeof points === 'string' ? points : 'custom',
    ...(typeof points === 'string' ? {} : tableValues(points)),
  }),
  toPoints: (values: EventValues): GroupPoints =>
    values['format.points'] === 'custom' ? toCustomPoints(values) : (values['format.points'] as NamedGroupPoints),
  validate: (values: EventValues): FormProblems<EventValues> => (values['format.points'] === 'custom' ? customPointsProblems(values) : {}),
}
