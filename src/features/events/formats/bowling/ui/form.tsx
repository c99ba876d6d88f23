import type { EventValues } from '#events/formats/ui/event-values.ts'
import { NumberOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, isNumber, numberIn, numberText, optionalNumber } from '#events/formats/ui/format-form.ts'
import { targetsForm } from '#events/formats/ui/TargetField.tsx'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { Bowling } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  return (
    <>
      <NumberOption form={form} option="format.spareAt" label={m.events_bowling_form_spare()} hint={m.events_bowling_form_spare_hint()} />
      <NumberOption
        form={form}
        option="format.attemptsPerMachine"
        label={m.events_form_attempts()}
        hint={m.events_bowling_form_attempts_hint()}
      />
    </>
  )
}

export const form: FormatForm<Bowling> = {
  initial: { 'format.spareAt': '50', 'format.attemptsPerMachine': '' },
  toValues: ({ targets, spareAt, attemptsPerMachine }) => ({
    'format.spareAt': numberText(spareAt),
    'format.attemptsPerMachine': numberText(attemptsPerMachine),
    ...targetsForm.toValues(targets),
  }),
  toFormat: (values, machineIds) =>
    ({
      kind: 'bowling',
      targets: targetsForm.toTargets(values, machineIds),
      spareAt: numberIn(values['format.spareAt']),
      ...optionalNumber('attemptsPerMachine', values['format.attemptsPerMachine']),
    }) as Bowling,
  validate: (values, machineIds) =>
    isNumber(values['format.spareAt']) ? targetsForm.validateSome(values, machineIds) : { 'format.spareAt': m.events_form_no_number() },
  fieldOf: targetsForm.fieldOf,
  Fields,
  MachineField: targetsForm.MachineField,
  machinesNote: m.events_bowling_no_target,
}
