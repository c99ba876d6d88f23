import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { machineCodePath } from '#venues/ui/machine-code-path.ts'
import { useVenue } from '#venues/ui/use-venue.ts'
import { CodeSheet } from './CodeSheet.tsx'
import { StationCodes } from './StationCodes.tsx'

/**
 * QR codes to hang on the machines of a venue: each opens the form for a score on its machine there or, on the sheet of its stations, the games
 * that have just ended on it.
 */
export function VenuePrintPage({ params, query }: RouteMatch) {
  const slug = params.slug!
  const { live, venue, machines } = useVenue(slug)
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  return (
    <AppShell current={null} width="board" pageTitle={venue === undefined ? m.venues_print() : `${m.venues_print()} · ${venue.name}`}>
      {venue === undefined && live.state === 'pending' && <Skeleton kind="form" count={3} page />}
      {live.state === 'failed' && (
        <ErrorState page title={m.venues_codes_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {venue !== undefined && query.what === 'stations' && <StationCodes venueId={venue._id} name={venue.name} />}
      {venue !== undefined && query.what !== 'stations' && (
        <CodeSheet
          name={venue.name}
          codes={machines.map(({ machineId, name, code }) => ({ id: machineId, name, path: machineCodePath(slug, code) }))}
          scan={m.venues_codes_scan()}
          empty={<EmptyState title={m.venues_codes_empty()}>{m.venues_codes_empty_words()}</EmptyState>}
        />
      )}
    </AppShell>
  )
}
