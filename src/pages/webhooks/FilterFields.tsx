import { useState } from 'react'
import type { EventDoc } from '#events/contract/documents.ts'
import { eventsList } from '#events/contract/publications.ts'
import { formatEventDay } from '#events/ui/labels/format-day.ts'
import { type GroupDoc, groupsList } from '#groups/contract.ts'
import { useMachineSearch } from '#machines/ui/use-machine-search.ts'
import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { Combobox, type Option } from '#platform/ui/controls/Combobox.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useVenueSearch } from '#venues/ui/use-venue-search.ts'
import type { Only } from '#webhooks/rules/wanted.ts'
import type { HookOwner } from '#webhooks/ui/webhooks-path.ts'

type Chosen = { id: string; name: string } | null

/** What a webhook is narrowed to; null: nothing. */
export type Filters = { [Key in keyof Only]-?: Chosen }

/** How many events and groups are offered. */
const MAX_OFFERED = 50

/** Fields that narrow a webhook to a machine, a venue, a group or an event. Those that its owner settles already are left out. */
export function FilterFields({ owner, filters, onChange }: { owner: HookOwner; filters: Filters; onChange: (filters: Filters) => void }) {
  const set = (key: keyof Filters) => (chosen: Chosen) => onChange({ ...filters, [key]: chosen })
  const { groupId, eventId } = owner
  return (
    <fieldset className={layout.stack3}>
      <legend className={layout.legend}>{m.webhooks_only()}</legend>
      <p className={layout.quiet}>{m.webhooks_only_hint()}</p>
      <MachineFilter chosen={filters.machineId} onChange={set('machineId')} />
      {eventId === undefined && <VenueFilter chosen={filters.venueId} onChange={set('venueId')} />}
      {eventId === undefined && groupId === undefined && <GroupFilter chosen={filters.groupId} onChange={set('groupId')} />}
      {eventId === undefined && <EventFilter groupId={groupId} chosen={filters.eventId} onChange={set('eventId')} />}
    </fieldset>
  )
}

interface FilterProps {
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

interface SearchFieldProps extends FilterProps {
  label: string
  text: string
  options: readonly Option[]
  loading: boolean
  onText: (text: string) => void
}

function SearchField({ label, chosen, text, options, loading, onText, onChange }: SearchFieldProps) {
  return (
    <Combobox
      label={label}
      value={chosen?.name ?? text}
      options={options}
      loading={loading}
      onTextChange={typed => {
        onText(typed)
        if (chosen !== null) onChange(null)
      }}
      onPick={({ id, name }) => {
        onText('')
        onChange({ id, name })
      }}
    />
  )
}

function MachineFilter({ chosen, onChange }: FilterProps) {
  const [text, setText] = useState('')
  const { found, loading } = useMachineSearch(chosen === null ? text : '')
  return <SearchField label={m.ui_machine()} {...{ chosen, onChange, text, loading }} options={found} onText={setText} />
}

function VenueFilter({ chosen, onChange }: FilterProps) {
  const [text, setText] = useState('')
  const { found, loading } = useVenueSearch(chosen === null ? text : '')
  const options = found.map(({ venueId, name, place }): Option => ({ id: venueId, name, detail: place }))
  return <SearchField label={m.webhooks_venue()} {...{ chosen, onChange, text, loading, options }} onText={setText} />
}

function ListField({
  label,
  offered,
  chosen,
  onChange,
}: FilterProps & { label: string; offered: readonly { id: string; name: string; label: string }[] }) {
  // What is chosen may be too old to be among those that are offered.
  const others = chosen === null || offered.some(({ id }) => id === chosen.id) ? [] : [{ ...chosen, label: chosen.name }]
  const choices = [...others, ...offered]
  return (
    <Select
      label={label}
      value={chosen?.id ?? ''}
      choices={[{ value: '', label: m.webhooks_only_all() }, ...choices.map(choice => ({ value: choice.id, label: choice.label }))]}
      onChange={id => onChange(choices.find(choice => choice.id === id) ?? null)}
    />
  )
}

function GroupFilter(props: FilterProps) {
  useSubscription(groupsList, { limit: MAX_OFFERED })
  const offered = useDocuments<GroupDoc, { id: string; name: string; label: string }[]>(
    'groups',
    documents =>
      documents
        .filter(({ visibility }) => visibility === 'public')
        .map(({ _id, name }) => ({ id: _id, name, label: name }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    [],
  )
  return <ListField label={m.ui_group()} offered={offered} {...props} />
}

function EventFilter({ groupId, ...props }: FilterProps & { groupId: string | undefined }) {
  useSubscription(eventsList, { limit: MAX_OFFERED, ...(groupId === undefined ? {} : { groupId }) })
  const offered = useDocuments<EventDoc, { id: string; name: string; label: string }[]>(
    'events',
    documents =>
      documents
        .filter(event => (groupId === undefined || event.groupId === groupId) && event.state !== 'cancelled')
        .sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime() || (a._id < b._id ? -1 : 1))
        .map(event => ({ id: event._id, name: event.name, label: `${event.name} · ${formatEventDay(event)}` })),
    [groupId],
  )
  return <ListField label={m.ui_event()} offered={offered} {...props} />
}
