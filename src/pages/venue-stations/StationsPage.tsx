import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { stationsPlaying } from '#stations/contract/live-games.ts'
import { stationsList, type UnpairedBoardDoc } from '#stations/contract/stations.ts'
import { NvramUpload } from '#stations/ui/NvramUpload.tsx'
import { useLiveGames } from '#stations/ui/use-live-games.ts'
import { useStations } from '#stations/ui/use-stations.ts'
import { type ShownVenue, type ShownVenueMachine, useVenue } from '#venues/ui/use-venue.ts'
import { venuePath } from '#venues/ui/venue-path.ts'
import { AddStation } from './AddStation.tsx'
import { GamesPanel } from './GamesPanel.tsx'
import { NewBoard } from './NewBoard.tsx'
import { ReportersPanel } from './ReportersPanel.tsx'
import { StationItem } from './StationItem.tsx'

/** The stations of a venue: its machines whose games are reported, new machine boards, the keys of reporters, and what was reported. */
export function StationsPage({ params }: RouteMatch) {
  const { live, venue, machines } = useVenue(params.slug!)
  const stations = useSubscription(stationsList, venue === undefined ? null : { venueId: venue._id })
  if ([live, stations].some(each => each.state === 'failed' && isAccessError(each.error))) return <ShowNotFound />
  const failed = [live, stations].find(each => each.state === 'failed')
  return (
    <AppShell current="machines" pageTitle={venue === undefined ? m.stations_title() : `${m.stations_title()} · ${venue.name}`}>
      {failed === undefined && (venue === undefined || stations.state === 'pending') && <Skeleton kind="form" count={3} page />}
      {failed?.state === 'failed' && (
        <ErrorState page title={m.stations_failed()}>
          {errorMessage(failed.error)}
        </ErrorState>
      )}
      {failed === undefined && venue !== undefined && stations.state === 'ready' && <Stations venue={venue} machines={machines} />}
    </AppShell>
  )
}

type ShownBoard = UnpairedBoardDoc & { _id: string }

function Stations({ venue, machines }: { venue: ShownVenue; machines: readonly ShownVenueMachine[] }) {
  const venueId = venue._id
  const stations = useStations(venueId)
  const boards = useDocuments<UnpairedBoardDoc, ShownBoard[]>(
    'unpairedBoards',
    documents =>
      documents
        .filter(each => each.venueId === venueId)
        .sort((a, b) => (a.name === b.name ? (a._id < b._id ? -1 : 1) : a.name < b.name ? -1 : 1)),
    [venueId],
  )
  useSubscription(stationsPlaying, { venueId })
  const playing = new Set(useLiveGames(game => game.venueId === venueId, [venueId]).map(({ _id }) => _id))
  return (
    <div className={layout.stack6}>
      <header className={layout.stack2}>
        <h1>{m.stations_title()}</h1>
        <p>
          <Link href={venuePath(venue.slug)}>{venue.name}</Link>
        </p>
        <p className={layout.muted}>{m.stations_lead()}</p>
        <div className={layout.row2}>
          {machines.length > 0 && <AddStation venueId={venueId} machines={machines} />}
          {stations.length > 0 && <ButtonLink href={`${venuePath(venue.slug)}/print?what=stations`}>{m.stations_print()}</ButtonLink>}
        </div>
      </header>
      {machines.length === 0 && (
        <EmptyState title={m.stations_no_machines()} action={<ButtonLink href={venuePath(venue.slug)}>{m.stations_to_venue()}</ButtonLink>}>
          {m.stations_no_machines_words()}
        </EmptyState>
      )}
      {boards.length > 0 && (
        <section className={layout.stack3} aria-labelledby="boards">
          <h2 id="boards">{m.stations_new_boards()}</h2>
          <List className={layout.stack3}>
            {boards.map(board => (
              <NewBoard key={board._id} board={board} machines={machines} stations={stations} />
            ))}
          </List>
        </section>
      )}
      {machines.length > 0 && stations.length === 0 && boards.length === 0 && (
        <EmptyState title={m.stations_none()}>{m.stations_none_words()}</EmptyState>
      )}
      {stations.length > 0 && (
        <section className={layout.stack3} aria-labelledby="stations">
          <h2 id="stations">{m.stations_all()}</h2>
          <List className={layout.stack3}>
            {stations.map(station => (
              <StationItem key={station._id} station={station} machines={machines} isPlaying={playing.has(station._id)} />
            ))}
          </List>
        </section>
      )}
      <ReportersPanel venueId={venueId} />
      <NvramUpload venueId={venueId} stations={stations} />
      <GamesPanel venueId={venueId} />
    </div>
  )
}
