import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { GamesEach } from '../games-each.ts'
import type { EventValues } from './event-values.ts'
import { GroupSizeOption, NumberOption } from './form-fields.tsx'
import { type FormatForm, numberIn } from './format-form.ts'
import { GroupPointsOption, groupPointsForm } from './GroupPointsOption.tsx'

function Fields({ form }: { form: Form<EventValues> }) {
  return (
    <>
      <NumberOption form={form} option="format.games" label={m.events_games_each_form()} />
      <GroupSizeOption form={form} />
      <GroupPointsOption form={form} />
    </>
  )
}

/** The form of a format in which everybody plays as many games. */
export const gamesEachForm = <Kind extends string>(kind: Kind): FormatForm<GamesEach<Kind>> => ({
  hasGroups: true,
  initial: { 'format.games': '10', 'format.groupSize': '2', ...groupPointsForm.initial, 'format.points': 'winner' },
  toValues: ({ games, groupSize, points }) => ({
    'format.games': String(games),
    'format.groupSize': String(groupSize),
    ...groupPointsForm.toValues(points),
  }),
  toFormat: values =>
    ({
      kind,
      games: numberIn(values['format.games']),
      groupSize: Number(values['format.groupSize']),
      points: groupPointsForm.toPoints(values),
    }) as GamesEach<Kind>,
  validate: groupPointsForm.validate,
  Fields,
})
