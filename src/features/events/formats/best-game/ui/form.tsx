import type { EventValues } from '#events/formats/ui/event-values.ts'
import { NumberOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, numberText, optionalNumber } from '#events/formats/ui/format-form.ts'
import { RankPointsOption, rankPointsForm } from '#events/formats/ui/RankPointsOption.tsx'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { BestGame } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  return (
    <>
      <RankPointsOption form={form} />
      <NumberOption form={form} option="format.machinesCounted" label={m.events_form_counted()} hint={m.events_form_counted_hint()} />
      <NumberOption form={form} option="format.attemptsPerMachine" label={m.events_form_attempts()} hint={m.events_form_attempts_hint()} />
    </>
  )
}

export const form: FormatForm<BestGame> = {
  initial: { ...rankPointsForm.initial, 'format.machinesCounted': '', 'format.attemptsPerMachine': '' },
  toValues: ({ points, machinesCounted, attemptsPerMachine }) => ({
    ...rankPointsForm.toValues(points),
    'format.machinesCounted': numberText(machinesCounted),
    'format.attemptsPerMachine': numberText(attemptsPerMachine),
  }),
  toFormat: values =>
    ({
      kind: 'best-game',
      points: rankPointsForm.toPoints(values),
      ...optionalNumber('machinesCounted', values['format.machinesCounted']),
      ...optionalNumber('attemptsPerMachine', values['format.attemptsPerMachine']),
    }) as BestGame,
  validate: rankPointsForm.validate,
  fieldOf: rankPointsForm.fieldOf,
  Fields,
}
