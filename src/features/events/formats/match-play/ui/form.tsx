import type { EventValues } from '#events/formats/ui/event-values.ts'
import { GroupSizeOption, NumberOption, RadioOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, numberIn } from '#events/formats/ui/format-form.ts'
import { GroupPointsOption, groupPointsForm } from '#events/formats/ui/GroupPointsOption.tsx'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { MatchPlay } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
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
      <GroupPointsOption form={form} />
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
    ...groupPointsForm.initial,
  },
  toValues: ({ grouping, groupSize, rounds, points }) => ({
    'format.grouping': grouping,
    'format.groupSize': String(groupSize),
    'format.rounds': String(rounds),
    ...groupPointsForm.toValues(points),
  }),
  toFormat: values =>
    ({
      kind: 'match-play',
      grouping: values['format.grouping'],
      groupSize: Number(values['format.groupSize']),
      rounds: numberIn(values['format.rounds']),
      points: groupPointsForm.toPoints(values),
    }) as MatchPlay,
  validate: groupPointsForm.validate,
  Fields,
}
