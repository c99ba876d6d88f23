import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { EventValues } from './event-values.ts'
import { RadioOption } from './form-fields.tsx'

/** Who meets whom in rounds of groups. */
export function GroupingOption({ form }: { form: Form<EventValues> }) {
  const groupings = [
    { value: 'swiss', label: m.events_form_grouping_swiss(), hint: m.events_form_grouping_swiss_hint() },
    { value: 'tiers', label: m.events_form_grouping_tiers(), hint: m.events_form_grouping_tiers_hint() },
    { value: 'balanced', label: m.events_form_grouping_balanced() },
    { value: 'random', label: m.events_random() },
  ]
  return <RadioOption form={form} option="format.grouping" label={m.events_form_grouping()} choices={groupings} />
}
