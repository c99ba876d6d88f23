import * as m from '#messages'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { EventValues } from './event-values.ts'

export interface OptionChoice {
  value: string
  label: string
  hint?: string
}

export interface OptionProps {
  form: Form<EventValues>
  option: `format.${string}`
  label: string
}

/** One of several values, in a list that unfolds. */
export function SelectOption({ form, option, label, choices }: OptionProps & { choices: readonly OptionChoice[] }) {
  return <Select label={label} value={form.values[option] ?? ''} choices={choices} onChange={value => form.set(option, value)} />
}

/** One of several values, each with room for a hint. */
export function RadioOption({ form, option, label, choices }: OptionProps & { choices: readonly OptionChoice[] }) {
  return <RadioList label={label} value={form.values[option] ?? ''} choices={choices} onChange={value => form.set(option, value)} />
}

/** A whole number. */
export function NumberOption({ form, option, label, hint }: OptionProps & { hint?: string }) {
  return <TextField label={label} hint={hint} inputMode="numeric" maxLength={5} autoComplete="off" {...form.field(option)} />
}

/** How many players a full group has. */
export function GroupSizeOption({ form }: { form: Form<EventValues> }) {
  const choices = [4, 3, 2].map(size => ({ value: String(size), label: m.events_form_size_n({ size }) }))
  return <SelectOption form={form} option="format.groupSize" label={m.events_form_size()} choices={choices} />
}
