import type { EventValues } from '#events/formats/ui/event-values.ts'
import { SelectOption } from '#events/formats/ui/form-fields.tsx'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import { targetsForm } from '#events/formats/ui/TargetField.tsx'
import { MAX_GAMES_PER_ROUND } from '#events/rules/draw-options.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { GolfBracket } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  return (
    <SelectOption
      form={form}
      option="format.holes"
      label={m.events_golf_bracket_form_holes()}
      choices={Array.from({ length: MAX_GAMES_PER_ROUND }, (_, i) => ({ value: String(i + 1), label: decimal(i + 1) }))}
    />
  )
}

export const form: FormatForm<GolfBracket> = {
  hasGroups: true,
  initial: { 'format.holes': '3' },
  toValues: ({ holes, targets }) => ({ 'format.holes': String(holes), ...targetsForm.toValues(targets) }),
  toFormat: (values, machineIds) => ({
    kind: 'golf-bracket',
    holes: Number(values['format.holes']),
    targets: targetsForm.toTargets(values, machineIds),
  }),
  validate: targetsForm.validate,
  fieldOf: targetsForm.fieldOf,
  Fields,
  MachineField: targetsForm.MachineField,
}
