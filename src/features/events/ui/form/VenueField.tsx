import { useState } from 'react'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import { MAX_MACHINES } from '#events/rules/max-machines.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { useVenue } from '#venues/ui/use-venue.ts'
import { useVenueSearch } from '#venues/ui/use-venue-search.ts'

/**
 * The venue where an event takes place, found by typing. It fills in its name, unless something was typed there, and its time zone.
 * @param startSlug names the venue that the form began with; null: none
 * @param onMachines puts the machines that stand there and are in order into the form
 */
export function VenueField({
  startSlug,
  form,
  onMachines,
}: {
  startSlug: string | null
  form: Form<EventValues>
  onMachines: (machines: readonly { id: string; name: string }[]) => void
}) {
  const { values, set } = form
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<{ slug: string; name: string } | null>(null)
  const { found, loading } = useVenueSearch(picked === null ? text : '')
  const { venue, machines } = useVenue(picked?.slug ?? (values.venueId === '' ? null : startSlug))
  const inOrder = machines.filter(({ outOfOrderSince }) => outOfOrderSince === undefined).slice(0, MAX_MACHINES)
  const name = values.venueId === '' ? null : (picked?.name ?? venue?.name ?? (values.venue || m.venues_venue()))
  return (
    <div className={layout.stack2}>
      <Combobox
        label={m.events_form_at()}
        hint={m.events_form_at_hint()}
        value={name ?? text}
        options={found.map(each => ({ id: each.venueId, name: each.name, detail: each.place }))}
        loading={loading}
        error={form.field('venueId').error}
        onTextChange={typed => {
          setText(typed)
          setPicked(null)
          set('venueId', '')
        }}
        onPick={({ id }) => {
          const choice = found.find(({ venueId }) => venueId === id)!
          setPicked(choice)
          set('venueId', id)
          set('timeZone', choice.timeZone)
          if (values.venue.trim() === '') set('venue', choice.name)
        }}
      />
      {venue !== undefined && inOrder.length > 0 && (
        <Button onClick={() => onMachines(inOrder.map(({ machineId, name }) => ({ id: machineId, name })))}>
          {m.events_form_take_machines({ count: inOrder.length, n: inOrder.length })}
        </Button>
      )}
    </div>
  )
}
