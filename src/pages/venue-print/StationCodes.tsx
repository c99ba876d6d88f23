import * as m from '#messages'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { stationsList } from '#stations/contract/stations.ts'
import { claimPath } from '#stations/ui/claim-path.ts'
import { useStations } from '#stations/ui/use-stations.ts'
import { CodeSheet } from './CodeSheet.tsx'

/** The codes of a venue's stations, for its managers: each leads to the games that have just ended on its machine. */
export function StationCodes({ venueId, name }: { venueId: string; name: string }) {
  const live = useSubscription(stationsList, { venueId })
  const stations = useStations(venueId)
  if (live.state === 'failed')
    return (
      <ErrorState page title={m.venues_codes_failed()}>
        {errorMessage(live.error)}
      </ErrorState>
    )
  if (live.state === 'pending') return <Skeleton kind="form" count={3} page />
  return (
    <CodeSheet
      name={name}
      codes={stations.map(({ _id, machineName, code }) => ({ id: _id, name: machineName, path: claimPath(code) }))}
      scan={m.stations_scan()}
      empty={<EmptyState title={m.stations_none()}>{m.stations_none_words()}</EmptyState>}
    />
  )
}
