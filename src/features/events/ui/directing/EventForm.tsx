import { useState } from 'react'
import * as m from '#messages'
import { Panel } from '../../../../platform/ui/controls/Panel.tsx'
import { FormBody } from '../../../../platform/ui/form/FormBody.tsx'
import { Select } from '../../../../platform/ui/form/Select.tsx'
import { TextArea } from '../../../../platform/ui/form/TextArea.tsx'
import { TextField } from '../../../../platform/ui/form/TextField.tsx'
import { useForm } from '../../../../platform/ui/form/use-form.ts'
import styles from './event-form.module.css'
import { type EventValues, mapEventServerError, validateEvent, withStart } from './event-form-values.ts'
import { FormatFields } from './FormatFields.tsx'
import { MachinesField } from './MachinesField.tsx'
import { zonesWith } from './zoned-time.ts'

export interface EventFormProps {
  start: EventValues
  /** names of the machines in `start`, by id */
  names?: Readonly<Record<string, string>>
  /** label of the submit button */
  action: string
  /** the groups that the event can belong to; value '': no group */
  groups?: readonly { value: string; label: string }[]
  /** rejects with the error that the form shows */
  send: (values: EventValues) => Promise<void>
}

/** The form with all fields of an event. */
export function EventForm({ start, names = {}, action, groups = [], send }: EventFormProps) {
  const form = useForm<EventValues>({ initial: start, check: validateEvent, send, place: mapEventServerError })
  const { values, set } = form
  const [zones] = useState(() => zonesWith(start.timeZone).map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') })))
  return (
    <FormBody form={form} action={action}>
      <Panel title={m.events_form_what()}>
        <TextField label={m.events_form_name()} maxLength={80} autoComplete="off" {...form.field('name')} />
        <div className={styles.pair}>
          <TextField
            label={m.events_form_starts()}
            type="datetime-local"
            {...form.field('startsAt')}
            onChange={({ target }) => {
              const { startsAt, endsAt } = withStart(values, target.value)
              set('startsAt', startsAt)
              set('endsAt', endsAt)
            }}
          />
          <TextField label={m.events_form_ends()} type="datetime-local" min={values.startsAt} {...form.field('endsAt')} />
          <Select label={m.events_form_zone()} value={values.timeZone} choices={zones} onChange={zone => set('timeZone', zone)} />
          <TextField label={m.events_form_venue()} maxLength={120} autoComplete="off" {...form.field('venue')} />
        </div>
        <TextArea label={m.events_form_description()} maxLength={2000} {...form.field('description')} />
        {groups.some(({ value }) => value !== '') && (
          <Select label={m.events_form_group()} value={values.groupId} choices={groups} onChange={group => set('groupId', group)} />
        )}
      </Panel>
      <Panel title={m.events_form_how()}>
        <FormatFields form={form} />
      </Panel>
      <Panel title={m.events_form_machines()}>
        <MachinesField form={form} names={names} />
      </Panel>
    </FormBody>
  )
}
