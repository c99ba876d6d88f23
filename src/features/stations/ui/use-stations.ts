import { useDocuments } from '#platform/live/hooks.ts'
import type { StationDoc } from '../contract/stations.ts'

export type ShownStation = StationDoc & { _id: string }

/** The stations of a venue, by machine. They come from the subscription of the page. */
export const useStations = (venueId: string): ShownStation[] =>
  useDocuments<StationDoc, ShownStation[]>(
    'stations',
    documents =>
      documents
        .filter(each => each.venueId === venueId)
        .sort((a, b) => (a.machineName === b.machineName ? (a._id < b._id ? -1 : 1) : a.machineName < b.machineName ? -1 : 1)),
    [venueId],
  )
