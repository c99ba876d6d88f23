import { useState } from 'react'
import { VenueEvents } from '#events/ui/VenueEvents.tsx'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import type { Window } from '#scores/rules.ts'
import { readWindow } from '#scores/ui/board-params.ts'
import { WindowTabs } from '#scores/ui/boards/WindowTabs.tsx'
import { useVenueLeaders } from '#scores/ui/venues/use-venue-leaders.ts'
import { VenueLeader } from '#scores/ui/venues/VenueLeader.tsx'
import { VenuePlayers } from '#scores/ui/venues/VenuePlayers.tsx'
import { VenueTexts } from '#scores/ui/venues/VenueTexts.tsx'
import { type ShownVenue, type ShownVenueMachine, useManagesVenue, useVenue, useVenueManagers } from '#venues/ui/use-venue.ts'
import { venuePath } from '#venues/ui/venue-path.ts'
import { RemovedVenue } from './RemovedVenue.tsx'
import { VenueHeader } from './VenueHeader.tsx'
import { VenueMachines } from './VenueMachines.tsx'

const VenuePlaying = lazyComponent(async () => (await import('#stations/ui/VenuePlaying.tsx')).VenuePlaying)

/** One venue: what stands there and what of it is out of order, who plays, its events, and who looks after it. */
export function VenuePage({ params, query }: RouteMatch) {
  const slug = params.slug!
  const [removed, setRemoved] = useState<{ slug: string; venueId: string; name: string } | null>(null)
  // While it is removed, nothing asks for it: when it is back, it is asked for anew.
  if (removed?.slug === slug) return <RemovedVenue {...removed} onRestored={() => setRemoved(null)} />
  return <LoadedVenue key={slug} slug={slug} window={readWindow(query)} onRemoved={venue => setRemoved({ slug, ...venue })} />
}

interface LoadedVenueProps {
  slug: string
  window: Window
  onRemoved: (removed: { venueId: string; name: string }) => void
}

function LoadedVenue({ slug, window, onRemoved }: LoadedVenueProps) {
  const { live, venue, machines } = useVenue(slug)
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  return (
    <AppShell current="machines" width="board">
      {venue === undefined && live.state === 'pending' && <Skeleton kind="machine-header" />}
      {live.state === 'failed' && (
        <ErrorState page title={m.venues_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {venue !== undefined && live.state !== 'failed' && (
        <Venue window={window} venue={venue} machines={machines} onRemoved={() => onRemoved({ venueId: venue._id, name: venue.name })} />
      )}
    </AppShell>
  )
}

interface VenueProps {
  venue: ShownVenue
  window: Window
  machines: readonly ShownVenueMachine[]
  onRemoved: () => void
}

function Venue({ venue, machines, window, onRemoved }: VenueProps) {
  const { live, leaders } = useVenueLeaders(venue.slug, venue._id, window)
  const search = (span: Window, more: Record<string, string> = {}): string => {
    const params = new URLSearchParams({ ...(span === 'all' ? {} : { window: span }), ...more }).toString()
    return params === '' ? '' : `?${params}`
  }
  const managers = useVenueManagers(venue._id)
  const manages = useManagesVenue(venue, managers)
  return (
    <div className={layout.stack6}>
      <VenueHeader venue={venue} machines={machines} managers={managers} manages={manages} onRemoved={onRemoved} />
      <section className={layout.stack3} aria-labelledby="machines">
        <h2 id="machines">{m.ui_machines()}</h2>
        <WindowTabs current={window} href={span => `${venuePath(venue.slug)}${search(span)}`} />
        <VenueMachines
          venueId={venue._id}
          machines={machines}
          manages={manages}
          href={to => `/machines/${to}${search(window, { venue: venue.slug })}`}
          renderLeader={to => <VenueLeader live={live} leader={leaders.get(to)} />}
        />
      </section>
      <VenueTexts venueId={venue._id} name={venue.name} />
      <VenuePlayers slug={venue.slug} venueId={venue._id} />
      <section className={layout.stack3} aria-labelledby="events">
        <h2 id="events">{m.ui_events()}</h2>
        <VenueEvents venueId={venue._id} />
      </section>
      {managers.length > 0 && (
        <section className={layout.stack3} aria-labelledby="managers">
          <h2 id="managers">{m.venues_managers()}</h2>
          <List className={layout.row3} aria-labelledby="managers">
            {managers.map(({ userId, username, displayName, avatar }) => (
              <li key={userId} className={layout.line2}>
                <Avatar name={displayName} picture={avatar} />
                <PlayerLink username={username}>{displayName}</PlayerLink>
              </li>
            ))}
          </List>
        </section>
      )}
      <VenuePlaying venueId={venue._id} />
    </div>
  )
}
