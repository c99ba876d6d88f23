import type { EventValues } from '#events/formats/ui/event-values.ts'
import { GroupSizeOption, NumberOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, numberIn } from '#events/formats/ui/format-form.ts'
import { GroupingOption } from '#events/formats/ui/GroupingOption.tsx'
import { GroupPointsOption, groupPointsForm } from '#events/formats/ui/GroupPointsOption.tsx'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { TargetMatchPlay } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  return (
    <>
      <NumberOption form={form} option="format.target" label={m.events_target_form()} />
      <GroupSizeOption form={form} />
      <GroupPointsOption form={form} />
      <GroupingOption form={form} />
    </>
  )
}

export const form: FormatForm<TargetMatchPlay> = {
  hasGroups: true,
  initial: { 'format.target': '30', 'format.groupSize': '4', 'format.grouping': 'swiss', ...groupPointsForm.initial },
  toValues: ({ grouping, groupSize, target, points }) => ({
    'format.target': String(target),
    'format.groupSize': String(groupSize),
    'format.grouping': grouping,
    ...groupPointsForm.toValues(points),
  }),
  toFormat: values =>
    ({
      kind: 'target-match-play',
      grouping: values['format.grouping'],
      groupSize: Number(values['format.groupSize']),
      target: numberIn(values['format.target']),
      points: groupPointsForm.toPoints(values),
    }) as TargetMatchPlay,
  validate: groupPointsForm.validate,
  Fields,
}
