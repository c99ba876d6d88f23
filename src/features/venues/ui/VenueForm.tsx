import { useState } from 'react'
import * as m from '#messages'
import { fieldProblems, fieldProblemText } from '#platform/live/field-problems.ts'
import type { RecordValues } from '#platform/live/record.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { timeZoneChoices } from '#platform/ui/time/zoned-time.ts'
import type { VENUE_FIELDS } from '../contract.ts'

export type VenueValues = RecordValues<typeof VENUE_FIELDS>
type FormValues = VenueValues & { groupId: string }

/**
 * The form for what the managers of a venue fill in.
 * @param groups the groups that a new venue may belong to; left out: it is not asked
 */
export function VenueForm({
  initial,
  action,
  groups = [],
  onSend,
}: {
  initial: VenueValues
  action: string
  groups?: readonly { groupId: string; name: string }[]
  onSend: (values: VenueValues, groupId: string) => Promise<void>
}) {
  const form = useForm<FormValues>({
    initial: { ...initial, groupId: '' },
    check: ({ name }) => (name.trim() === '' ? { name: m.venues_form_no_name() } : {}),
    send: ({ groupId, ...values }) => onSend(values, groupId),
    place: error => {
      const found = fieldProblems(error).filter(({ path }) => path in initial)
      return found.length === 0 ? null : Object.fromEntries(found.map(problem => [problem.path, fieldProblemText(problem)]))
    },
  })
  const { values, set } = form
  const [zones] = useState(() => timeZoneChoices(initial.timeZone))
  return (
    <FormBody form={form} action={action} wide>
      <TextField label={m.ui_name()} maxLength={80} autoComplete="off" {...form.field('name')} />
      <TextField
        label={m.venues_form_place()}
        maxLength={120}
        autoComplete="off"
        hint={m.venues_form_place_hint()}
        {...form.field('place')}
      />
      <Select
        label={m.ui_time_zone()}
        hint={m.venues_form_zone_hint()}
        value={values.timeZone}
        choices={zones}
        onChange={zone => set('timeZone', zone)}
      />
      <TextArea label={m.ui_description_optional()} maxLength={2000} {...form.field('description')} />
      {groups.length > 0 && (
        <Select
          label={m.venues_form_group()}
          hint={m.venues_form_group_hint()}
          value={values.groupId}
          choices={[{ value: '', label: m.venues_form_no_group() }, ...groups.map(group => ({ value: group.groupId, label: group.name }))]}
          onChange={groupId => set('groupId', groupId)}
        />
      )}
    </FormBody>
  )
}
