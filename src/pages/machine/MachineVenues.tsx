import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type VenueDoc, type VenueMachineDoc, venuesOfMachine } from '#venues/contract.ts'
import { venuePath } from '#venues/ui/venue-path.ts'

/** The venues that have a machine, by name. They are loaded when somebody asks for them. */
export function MachineVenues({ machineId }: { machineId: string }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <details onToggle={event => setIsShown(event.currentTarget.open)}>
      <summary className={layout.summary}>{m.venues_of_machine()}</summary>
      {isShown && <Venues machineId={machineId} />}
    </details>
  )
}

function Venues({ machineId }: { machineId: string }) {
  const live = useSubscription(venuesOfMachine, { machineId })
  const machines = useDocuments<VenueMachineDoc, VenueMachineDoc[]>(
    'venueMachines',
    documents => documents.filter(each => each.machineId === machineId),
    [machineId],
  )
  const broken = new Map(machines.map(({ venueId, outOfOrderSince }) => [venueId, outOfOrderSince !== undefined]))
  const venues = useDocuments<VenueDoc, (VenueDoc & { _id: string })[]>(
    'venues',
    documents => documents.filter(({ _id }) => broken.has(_id)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    [machines],
  )
  if (live.state === 'failed') return <FormError message={errorMessage(live.error)} />
  if (live.state === 'pending') return <Skeleton kind="board-row" count={2} />
  if (venues.length === 0) return <p className={layout.quiet}>{m.venues_of_machine_none()}</p>
  return (
    <List className={layout.stack1}>
      {venues.map(({ _id, slug, name, place }) => (
        <li key={_id}>
          <Link href={venuePath(slug)}>{name}</Link> <span className={layout.quiet}>{place}</span>
          {broken.get(_id) && <span className={layout.quiet}> · {m.events_machines_broken()}</span>}
        </li>
      ))}
    </List>
  )
}
