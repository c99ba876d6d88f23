import { useState } from 'react'
import type { EventDoc } from '#events/contract/documents.ts'
import { eventsList } from '#events/contract/publications.ts'
import { formatEventDay } from '#events/ui/labels/format-day.ts'
import { type GroupDoc, groupsList } from '#groups/contract.ts'
import { useMachineSearch } from '#machines/ui/use-machine-search.ts'
import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Combobox, type Option } from '#platform/ui/controls/Combobox.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useVenueSearch } from '#venues/ui/use-venue-search.ts'
import { MAX_ONLY } from '#webhooks/contract.ts'
import type { Only } from '#webhooks/rules/wanted.ts'
import type { HookOwner } from '#webhooks/rules/webhooks-path.ts'

type Chosen = readonly { id: string; name: string }[]

/** What a webhook is narrowed to; an empty list: nothing. */
export type Filters = { [Key in keyof Only]-?: Chosen }

/** How many events and groups are offered. */
const MAX_OFFERED = 50

/** Fields that narrow a webhook to machines, venues, groups or events. Those that its owner settles already are left out. */
export function FilterFields({ owner, filters, onChange }: { owner: HookOwner; filters: Filters; onChange: (filters: Filters) => void }) {
  const set = (key: keyof Filters) => (chosen: Chosen) => onChange({ ...filters, [key]: chosen })
  const { groupId, eventId } = owner
  return (
    <fieldset className={layout.stack3}>
      <legend className={layout.legend}>{m.webhooks_only()}</legend>
      <p className={layout.quiet}>{m.webhooks_only_hint()}</p>
      <MachineFilter chosen={filters.machineIds} onChange={set('machineIds')} />
      {eventId === undefined && <VenueFilter chosen={filters.venueIds} onChange={set('venueIds')} />}
      {eventId === undefined && groupId === undefined && <GroupFilter chosen={filters.groupIds} onChange={set('groupIds')} />}
      {eventId === undefined && <EventFilter groupId={groupId} chosen={filters.eventIds} onChange={set('eventIds')} />}
    </fieldset>
  )
}

interface FilterProps {
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

/** What was chosen, each with a button that takes it away. */
function ChosenList({ chosen, onChange }: FilterProps) {
  if (chosen.length === 0) return null
  return (
    <List className={layout.stack1}>
      {chosen.map(({ id, name }) => (
        <li key={id} className={layout.between}>
          <bdi className={layout.anywhere}>{name}</bdi>
          <Button kind="plain" aria-label={m.ui_remove_name({ name })} onClick={() => onChange(chosen.filter(each => each.id !== id))}>
            {m.ui_remove()}
          </Button>
        </li>
      ))}
    </List>
  )
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
    <div className={layout.stack1}>
      {chosen.length < MAX_ONLY && (
        <Combobox
          label={label}
          value={text}
          options={options.filter(({ id }) => chosen.every(each => each.id !== id))}
          loading={loading}
          onTextChange={onText}
          onPick={({ id, name }) => {
            onText('')
            onChange([...chosen, { id, name }])
          }}
        />
      )}
      <ChosenList chosen={chosen} onChange={onChange} />
    </div>
  )
}

function MachineFilter({ chosen, onChange }: FilterProps) {
  const [text, setText] = useState('')
  const { found, loading } = useMachineSearch(text)
  return <SearchField label={m.ui_machine()} {...{ chosen, onChange, text, loading }} options={found} onText={setText} />
}

function VenueFilter({ chosen, onChange }: FilterProps) {
  const [text, setText] = useState('')
  const { found, loading } = useVenueSearch(text)
  const options = found.map(({ venueId, name, place }): Option => ({ id: venueId, name, detail: place }))
  return <SearchField label={m.webhooks_venue()} {...{ chosen, onChange, text, loading, options }} onText={setText} />
}

function ListField({
  label,
  offered,
  chosen,
  onChange,
}: FilterProps & { label: string; offered: readonly { id: string; name: string; label: string }[] }) {
  const left = offered.filter(({ id }) => chosen.every(each => each.id !== id))
  return (
    <div className={layout.stack1}>
      {chosen.length < MAX_ONLY && (
        <Select
          label={label}
          value=""
          choices={[
            { value: '', label: chosen.length === 0 ? m.webhooks_only_all() : m.webhooks_only_another() },
            ...left.map(choice => ({ value: choice.id, label: choice.label })),
          ]}
          onChange={value => onChange([...chosen, ...left.flatMap(({ id, name }) => (id === value ? [{ id, name }] : []))])}
        />
      )}
      <ChosenList chosen={chosen} onChange={onChange} />
    </div>
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
