import type { EventValues } from '#events/formats/ui/event-values.ts'
import { NumberOption, RadioOption, SelectOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, numberIn } from '#events/formats/ui/format-form.ts'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { FlipFrenzy } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  const sizes = [2, 3].map(size => ({ value: String(size), label: m.events_form_size_n({ size }) }))
  const orders = [
    { value: 'percentage', label: m.events_frenzy_percentage() },
    { value: 'net', label: m.events_frenzy_net() },
  ]
  return (
    <>
      <NumberOption form={form} option="format.minutes" label={m.events_frenzy_minutes()} />
      <SelectOption form={form} option="format.groupSize" label={m.events_form_size()} choices={sizes} />
      <RadioOption form={form} option="format.order" label={m.events_frenzy_order()} choices={orders} />
      {form.values['format.order'] !== 'net' && (
        <NumberOption form={form} option="format.leastGames" label={m.events_frenzy_least()} hint={m.events_frenzy_least_hint()} />
      )}
    </>
  )
}

export const form: FormatForm<FlipFrenzy> = {
  hasGroups: true,
  initial: { 'format.minutes': '120', 'format.groupSize': '2', 'format.order': 'percentage', 'format.leastGames': '0' },
  toValues: ({ minutes, groupSize, order, leastGames }) => ({
    'format.minutes': String(minutes),
    'format.groupSize': String(groupSize),
    'format.order': order,
    'format.leastGames': String(leastGames),
  }),
  toFormat: values =>
    ({
      kind: 'flip-frenzy',
      minutes: numberIn(values['format.minutes']),
      groupSize: Number(values['format.groupSize']),
      order: values['format.order'],
      leastGames: numberIn(values['format.leastGames']),
    }) as FlipFrenzy,
  Fields,
}
