import type { EventValues } from '#events/formats/ui/event-values.ts'
import { GroupSizeOption, NumberOption, SelectOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, numberIn } from '#events/formats/ui/format-form.ts'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import { type GroupStrikes, groupStrikes } from '../group-strikes.ts'
import type { Strikes, StrikesOptions } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  const strikes = (['fair', 'standard', 'progressive'] satisfies GroupStrikes[]).map(value => ({
    value,
    label: groupStrikes(value, 4).join('-'),
  }))
  return (
    <>
      <NumberOption form={form} option="format.strikesToLeave" label={m.events_form_strikes()} />
      <GroupSizeOption form={form} />
      <SelectOption form={form} option="format.strikes" label={m.events_form_group_strikes()} choices={strikes} />
    </>
  )
}

/** The form of a knockout with strikes. */
export const strikesForm = <Kind extends string>(kind: Kind): FormatForm<StrikesOptions<Kind>> => ({
  hasGroups: true,
  initial: { 'format.groupSize': '4', 'format.strikesToLeave': '3', 'format.strikes': 'fair' },
  toValues: ({ groupSize, strikesToLeave, strikes }) => ({
    'format.groupSize': String(groupSize),
    'format.strikesToLeave': String(strikesToLeave),
    'format.strikes': strikes,
  }),
  toFormat: values =>
    ({
      kind,
      groupSize: Number(values['format.groupSize']),
      strikesToLeave: numberIn(values['format.strikesToLeave']),
      strikes: values['format.strikes'],
    }) as StrikesOptions<Kind>,
  Fields,
})

export const form: FormatForm<Strikes> = strikesForm('strikes')
