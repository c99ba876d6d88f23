import type { EventValues } from '#events/formats/ui/event-values.ts'
import { RadioOption, SelectOption } from '#events/formats/ui/form-fields.tsx'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import { BEST_OF, type Bracket } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  const isSingle = form.values['format.elimination'] === 'single'
  return (
    <>
      <RadioOption
        form={form}
        option="format.elimination"
        label={m.events_bracket_form_elimination()}
        choices={[
          { value: 'single', label: m.events_bracket_form_single(), hint: m.events_bracket_single_sentence() },
          { value: 'double', label: m.events_bracket_form_double(), hint: m.events_bracket_double_sentence() },
        ]}
      />
      <SelectOption
        form={form}
        option="format.bestOf"
        label={m.events_bracket_form_best_of()}
        choices={BEST_OF.map(n => ({ value: String(n), label: decimal(n) }))}
      />
      {isSingle && (
        <RadioOption
          form={form}
          option="format.third"
          label={m.events_bracket_form_third()}
          choices={[
            { value: 'false', label: m.events_bracket_form_third_no() },
            { value: 'true', label: m.events_bracket_form_third_yes() },
          ]}
        />
      )}
      <SelectOption
        form={form}
        option="format.choice"
        label={m.events_bracket_form_choice()}
        choices={[
          { value: 'drawn', label: m.events_bracket_form_choice_drawn() },
          { value: 'higher-seed', label: m.events_bracket_form_choice_seed() },
          { value: 'loser', label: m.events_bracket_form_choice_loser() },
        ]}
      />
    </>
  )
}

export const form: FormatForm<Bracket> = {
  hasGroups: true,
  initial: { 'format.elimination': 'double', 'format.bestOf': '1', 'format.third': 'false', 'format.choice': 'drawn' },
  toValues: ({ elimination, bestOf, third, choice }) => ({
    'format.elimination': elimination,
    'format.bestOf': String(bestOf),
    'format.third': String(third),
    'format.choice': choice,
  }),
  toFormat: values =>
    ({
      kind: 'bracket',
      elimination: values['format.elimination'],
      bestOf: Number(values['format.bestOf']),
      third: values['format.elimination'] === 'single' && values['format.third'] === 'true',
      choice: values['format.choice'],
    }) as Bracket,
  Fields,
}
