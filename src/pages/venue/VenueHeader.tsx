import { type ReactNode, useState } from 'react'
import { EmbedButton } from '#embeds/ui/EmbedButton.tsx'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { ReportButton } from '#reports/ui/ReportButton.tsx'
import type { ShownVenue, ShownVenueMachine, ShownVenueManager } from '#venues/ui/use-venue.ts'
import { venuePath } from '#venues/ui/venue-path.ts'

const EditVenueDialog = lazyComponent(async () => (await import('./EditVenueDialog.tsx')).EditVenueDialog)
const MachinesDialog = lazyComponent(async () => (await import('./MachinesDialog.tsx')).MachinesDialog)
const ImportDialog = lazyComponent(async () => (await import('./ImportDialog.tsx')).ImportDialog)
const ManagersDialog = lazyComponent(async () => (await import('./ManagersDialog.tsx')).ManagersDialog)

type DialogName = 'edit' | 'machines' | 'import' | 'managers' | null

export interface VenueHeaderProps {
  venue: ShownVenue
  machines: readonly ShownVenueMachine[]
  managers: readonly ShownVenueManager[]
  /** true if the user manages the venue */
  manages: boolean
  /** tells that the user has removed the venue */
  onRemoved: () => void
}

/** What a venue is, and what its managers can do with it. */
export function VenueHeader({ venue, machines, managers, manages, onRemoved }: VenueHeaderProps) {
  const [open, setOpen] = useState<DialogName>(null)
  const close = (): void => setOpen(null)
  const dialogs: Record<NonNullable<DialogName>, () => ReactNode> = {
    edit: () => <EditVenueDialog venue={venue} onClose={close} onRemoved={onRemoved} />,
    machines: () => <MachinesDialog venueId={venue._id} machines={machines} onClose={close} />,
    import: () => <ImportDialog venueId={venue._id} machines={machines} onClose={close} />,
    managers: () => <ManagersDialog venueId={venue._id} managers={managers} onClose={close} />,
  }
  return (
    <header className={layout.stack3}>
      <h1 dir="auto">{venue.name}</h1>
      <p className={layout.facts}>
        {venue.place !== '' && <bdi className={layout.muted}>{venue.place}</bdi>}
        {venue.groupId !== undefined && <Link href={`/groups/${venue.groupId}`}>{m.venues_of_group()}</Link>}
      </p>
      {venue.description !== '' && (
        <p className={layout.anywhere} dir="auto">
          {venue.description}
        </p>
      )}
      <div className={layout.row3}>
        {manages ? (
          <>
            <Button onClick={() => setOpen('machines')}>{m.venues_edit_machines()}</Button>
            <Button onClick={() => setOpen('import')}>{m.venues_import()}</Button>
            <Button onClick={() => setOpen('edit')}>{m.venues_edit()}</Button>
            <Button onClick={() => setOpen('managers')}>{m.venues_managers()}</Button>
            <ButtonLink href={`${venuePath(venue.slug)}/stations`}>{m.stations_title()}</ButtonLink>
          </>
        ) : (
          <ReportButton kind="venue" subjectId={venue._id} subjectLabel={m.venues_this()} path={venuePath(venue.slug)} />
        )}
        {machines.length > 0 && <ButtonLink href={`${venuePath(venue.slug)}/print`}>{m.venues_print()}</ButtonLink>}
        <EmbedButton kind="venue" id={venue.slug} name={venue.name} groupId={venue.groupId} />
      </div>
      {open !== null && dialogs[open]()}
    </header>
  )
}
