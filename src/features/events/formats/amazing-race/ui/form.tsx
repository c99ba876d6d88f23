import type { EventValues } from '#events/formats/ui/event-values.ts'
import { NumberOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, numberIn } from '#events/formats/ui/format-form.ts'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { AmazingRace } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  return <NumberOption form={form} option="format.out" label={m.events_race_form_out()} />
}

export const form: FormatForm<AmazingRace> = {
  hasGroups: true,
  initial: { 'format.out': '1' },
  toValues: ({ out }) => ({ 'format.out': String(out) }),
  toFormat: values => ({ kind: 'amazing-race', out: numberIn(values['format.out']) }) as AmazingRace,
  Fields,
}
