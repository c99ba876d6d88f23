import { type ReactNode, useState } from 'react'
import type { EventInput } from '#events/contract/event-fields.ts'
import type { EventFormatKind } from '#events/formats/registry.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import { useFormatForm } from '#events/formats/ui/forms.ts'
import { MAX_MACHINES } from '#events/rules/max-machines.ts'
import { AGREEMENTS, type Agreement } from '#events/rules/result-agreement.ts'
import * as m from '#messages'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { timeZoneChoices } from '#platform/ui/time/zoned-time.ts'
import type { ShownEvent } from '../types.ts'
import { DrawFields } from './DrawFields.tsx'
import { diffEventInput, mapEventServerError, toEventFormValues, toEventInput, validateEvent, withStart } from './event-form-values.ts'
import { FormatChoice, FormatOptions } from './FormatFields.tsx'
import { MachinesField } from './MachinesField.tsx'
import { StandingsFields } from './StandingsFields.tsx'
import { VenueField } from './VenueField.tsx'

const AGREEMENT_LABELS: Readonly<Record<Agreement, () => string>> = {
  director: m.events_agreement_director,
  two: m.events_agreement_two,
  one: m.events_agreement_one,
}

/** What the form hands over when it is sent. */
export interface FilledEvent {
  /** '': no group */
  groupId: string
  input: EventInput
  /** what differs from what the form began with */
  changed: Partial<EventInput>
}

export interface EventFormProps {
  /** an event that exists, to be edited; or the values of a new one */
  start: ShownEvent | EventValues
  /** names of the machines in `start`, by id */
  names?: Readonly<Record<string, string>>
  /** label of the submit button */
  action: string
  /** the groups that may hold the event; '': none */
  groups?: readonly { value: string; label: string }[]
  /** rejects with an error for the user */
  send: (filled: FilledEvent) => Promise<void>
  /** what is shown above the button */
  children?: ReactNode
}

/**
 * The form for all properties of an event. It shows a placeholder until the form part of the event's format is there. It keeps the values
 * that it began with: if somebody else changes the event meanwhile, nothing that was typed is lost.
 */
export function EventForm(props: EventFormProps) {
  const [start] = useState(props.start)
  const { form, failed, retry } = useFormatForm('format' in start ? start.format.kind : start.kind)
  if (form !== null) return <LoadedForm {...props} start={start} format={form} />
  return failed ? <ErrorState title={m.events_state_options_failed()} onRetry={retry} /> : <Skeleton kind="form" count={3} page />
}

/** @param format of the format that the form began with */
function LoadedForm({ start, format, names = {}, action, groups = [], send, children }: EventFormProps & { format: FormatForm }) {
  const [initial] = useState(() => ('format' in start ? toEventFormValues(start, format) : start))
  const [kind, setKind] = useState(initial.kind)
  const chosen = useFormatForm(kind)
  const current = chosen.form
  const form = useForm<EventValues>({
    initial: { ...current?.initial, ...format.initial, ...initial },
    check: values => (current === null ? { kind: m.events_state_options_failed() } : validateEvent(values, current)),
    send: async values => {
      const input = toEventInput(values, current!)
      await send({
        groupId: values.groupId,
        input,
        changed: 'format' in start ? diffEventInput(toEventInput(initial, format), input) : input,
      })
    },
    place: error => (current === null ? null : mapEventServerError(error, current)),
  })
  const [zones] = useState(() => timeZoneChoices(initial.timeZone))
  const { values, set } = form
  // The names of the machines that came with the venue.
  const [taken, setTaken] = useState<Readonly<Record<string, string>>>({})
  return (
    <FormBody form={{ ...form, busy: form.busy || (current === null && !chosen.failed) }} action={action}>
      <Panel title={m.events_form_what()}>
        <TextField label={m.ui_name()} maxLength={80} autoComplete="off" {...form.field('name')} />
        <FormatChoice form={form} onChoose={setKind} />
        <div className={layout.pair}>
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
          <TextField label={m.ui_ends()} type="datetime-local" min={values.startsAt} {...form.field('endsAt')} />
          <Select label={m.ui_time_zone()} value={values.timeZone} choices={zones} onChange={zone => set('timeZone', zone)} />
          <TextField label={m.events_form_venue()} maxLength={120} autoComplete="off" {...form.field('venue')} />
          <TextField
            label={m.ui_max_players()}
            hint={m.events_form_capacity_hint()}
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
            dir="ltr"
            {...form.field('capacity')}
          />
        </div>
        <VenueField
          form={form}
          startSlug={'venueSlug' in start ? (start.venueSlug ?? null) : null}
          onMachines={machines => {
            // What was chosen by hand stays; what came from another venue goes.
            const chosen = values.machineIds.split(' ').filter(id => id !== '' && !(id in taken))
            const ids = new Set([...chosen, ...machines.map(({ id }) => id)])
            setTaken(Object.fromEntries(machines.flatMap(({ id, name }) => (chosen.includes(id) ? [] : [[id, name]]))))
            set('machineIds', [...ids].slice(0, MAX_MACHINES).join(' '))
          }}
        />
        <TextArea label={m.ui_description_optional()} maxLength={2000} {...form.field('description')} />
        {groups.some(({ value }) => value !== '') && (
          <Select label={m.events_form_group()} value={values.groupId} choices={groups} onChange={group => set('groupId', group)} />
        )}
      </Panel>
      <Panel title={m.events_form_how()}>
        <FormatOptions form={form} format={chosen} />
        {current?.hasGroups && (
          <Select
            label={m.events_agreement()}
            value={values.agreement}
            choices={AGREEMENTS.map(value => ({ value, label: AGREEMENT_LABELS[value]() }))}
            onChange={agreement => set('agreement', agreement)}
          />
        )}
        <DrawFields form={form} kind={kind as EventFormatKind} />
        <StandingsFields form={form} kind={kind as EventFormatKind} />
      </Panel>
      <Panel title={m.ui_machines()}>
        <MachinesField form={form} names={{ ...names, ...taken }} format={current} />
      </Panel>
      {children}
    </FormBody>
  )
}
