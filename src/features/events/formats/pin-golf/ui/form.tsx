import type { EventValues } from '#events/formats/ui/event-values.ts'
import { RadioOption, SelectOption } from '#events/formats/ui/form-fields.tsx'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import { targetsForm } from '#events/formats/ui/TargetField.tsx'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { PinGolf } from '../strokes.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  const balls = [3, 5].map(n => ({ value: String(n), label: m.events_form_balls_n({ n }) }))
  const missed = [
    { value: 'simple', label: m.events_form_missed_simple() },
    { value: 'graded', label: m.events_form_missed_graded(), hint: m.events_form_missed_graded_hint() },
  ]
  return (
    <>
      <SelectOption form={form} option="format.balls" label={m.events_form_balls()} choices={balls} />
      <RadioOption form={form} option="format.missed" label={m.events_form_missed()} choices={missed} />
    </>
  )
}

export const form: FormatForm<PinGolf> = {
  initial: { 'format.balls': '3', 'format.missed': 'simple' },
  toValues: ({ balls, missed, targets }) => ({
    'format.balls': String(balls),
    'format.missed': missed,
    ...targetsForm.toValues(targets),
  }),
  toFormat: (values, machineIds) =>
    ({
      kind: 'pin-golf',
      balls: Number(values['format.balls']),
      targets: targetsForm.toTargets(values, machineIds),
      missed: values['format.missed'],
    }) as PinGolf,
  validate: targetsForm.validateSome,
  fieldOf: targetsForm.fieldOf,
  Fields,
  MachineField: targetsForm.MachineField,
  machinesNote: m.events_pick_no_target,
}
