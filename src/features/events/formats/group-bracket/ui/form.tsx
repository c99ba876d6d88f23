import type { EventValues } from '#events/formats/ui/event-values.ts'
import { SelectOption } from '#events/formats/ui/form-fields.tsx'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import { GroupPointsOption, groupPointsForm } from '#events/formats/ui/GroupPointsOption.tsx'
import { MAX_GAMES_PER_ROUND } from '#events/rules/draw-options.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { GroupBracket } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  return (
    <>
      <SelectOption
        form={form}
        option="format.games"
        label={m.events_group_bracket_form_games()}
        choices={Array.from({ length: MAX_GAMES_PER_ROUND }, (_, i) => ({ value: String(i + 1), label: decimal(i + 1) }))}
      />
      <GroupPointsOption form={form} />
    </>
  )
}

export const form: FormatForm<GroupBracket> = {
  hasGroups: true,
  initial: { 'format.games': '3', ...groupPointsForm.initial, 'format.points': 'papa' },
  toValues: ({ games, points }) => ({ 'format.games': String(games), ...groupPointsForm.toValues(points) }),
  toFormat: values =>
    ({ kind: 'group-bracket', games: Number(values['format.games']), points: groupPointsForm.toPoints(values) }) as GroupBracket,
  validate: groupPointsForm.validate,
  Fields,
}
