import type { EventValues } from '#events/formats/ui/event-values.ts'
import { GroupSizeOption } from '#events/formats/ui/form-fields.tsx'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { Ladder } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  return <GroupSizeOption form={form} />
}

export const form: FormatForm<Ladder> = {
  hasGroups: true,
  initial: { 'format.groupSize': '4' },
  toValues: ({ groupSize }) => ({ 'format.groupSize': String(groupSize) }),
  toFormat: values => ({ kind: 'ladder', groupSize: Number(values['format.groupSize']) }) as Ladder,
  Fields,
}
