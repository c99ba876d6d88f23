import type { EventValues } from '#events/formats/ui/event-values.ts'
import { GroupSizeOption, NumberOption, RadioOption, SelectOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, numberIn } from '#events/formats/ui/format-form.ts'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { NamedGroupPoints } from '../group-points.ts'
import type { MatchPlay } from '../rules.ts'
import { CustomPoints } from './CustomPoints.tsx'
import { customPointsProblems, tableValues, toCustomPoints } from './custom-points.ts'
import { groupPointsLabel } from './labels.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  const points = [
    ...(['ifpa', 'papa', 'pinburgh'] satisfies NamedGroupPoints[]).map(value => ({ value, label: groupPointsLabel(value, 4) })),
    { value: 'winner', label: m.events_form_group_points_winner() },
    { value: 'custom', label: m.events_form_group_points_custom() },
  ]
  const groupings = [
    { value: 'swiss', label: m.events_form_grouping_swiss(), hint: m.events_form_grouping_swiss_hint() },
    { value: 'tiers', label: m.events_form_grouping_tiers(), hint: m.events_form_grouping_tiers_hint() },
    { value: 'balanced', label: m.events_form_grouping_balanced() },
    { value: 'random', label: m.events_random() },
  ]
  return (
    <>
      <NumberOption form={form} option="format.rounds" label={m.ui_rounds()} />
      <GroupSizeOption form={form} />
      <SelectOption form={form} option="format.points" label={m.events_form_group_points()} choices={points} />
      {form.values['format.points'] === 'custom' && <CustomPoints form={form} />}
      <RadioOption form={form} option="format.grouping" label={m.events_form_grouping()} choices={groupings} />
    </>
  )
}

export const form: FormatForm<MatchPlay> = {
  hasGroups: true,
  initial: {
    'format.grouping': 'swiss',
    'format.groupSize': '4',
    'format.rounds': '5',
    'format.points': 'ifpa',
    ...tableValues('ifpa'),
  },
  toValues: ({ grouping, groupSize, rounds, points }) => ({
    'format.grouping': grouping,
    'format.groupSize': String(groupSize),
    'format.rounds': String(rounds),
    'format.points': typeof points === 'string' ? points : 'custom',
    ...(typeof points === 'string' ? {} : tableValues(points)),
  }),
  toFormat: values =>
    ({
      kind: 'match-play',
      grouping: values['format.grouping'],
      groupSize: Number(values['format.groupSize']),
      rounds: numberIn(values['format.rounds']),
      points: values['format.points'] === 'custom' ? toCustomPoints(values) : values['format.points'],
    }) as MatchPlay,
  validate: values => (values['format.points'] === 'custom' ? customPointsProblems(values) : {}),
  Fields,
}
