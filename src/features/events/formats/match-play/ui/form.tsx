import type { EventValues } from '#events/formats/ui/event-values.ts'
import { GroupSizeOption, NumberOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, numberIn } from '#events/formats/ui/format-form.ts'
import { GroupingOption } from '#events/formats/ui/GroupingOption.tsx'
import { GroupPointsOption, groupPointsForm } from '#events/formats/ui/GroupPointsOption.tsx'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { MatchPlay } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  return (
    <>
      <NumberOption form={form} option="format.rounds" label={m.ui_rounds()} />
      <GroupSizeOption form={form} />
      <GroupPointsOption form={form} />
      <GroupingOption form={form} />
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
