import type { EventValues } from '#events/formats/ui/event-values.ts'
import { SelectOption } from '#events/formats/ui/form-fields.tsx'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { RoundRobin } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  const choices = [
    { value: '1', label: m.events_robin_once() },
    { value: '2', label: m.events_robin_twice() },
  ]
  return <SelectOption form={form} option="format.meetings" label={m.events_robin_meetings()} choices={choices} />
}

export const form: FormatForm<RoundRobin> = {
  hasGroups: true,
  initial: { 'format.meetings': '1' },
  toValues: ({ meetings }) => ({ 'format.meetings': String(meetings) }),
  toFormat: values => ({ kind: 'round-robin', meetings: Number(values['format.meetings']) }) as RoundRobin,
  Fields,
}
