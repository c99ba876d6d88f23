import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { type VenueLeaderDoc, venuesLeaders } from '#scores/contract/venues.ts'
import { type VenueDoc, type VenueMachineDoc, venuesOne } from '#venues/contract.ts'
import { type EmbedSource, requestOf } from './embed-view.ts'

/** The machines that stand in a venue, and who holds the best score that was played on each of them there. */
export const venueSource: EmbedSource = {
  requests: slug => [requestOf(venuesOne, { slug }), requestOf(venuesLeaders, { slug, window: 'all' })],
  movedTo: () => null,
  view(slug, documents, count) {
    const venue = documents.all<VenueDoc>('venues').find(each => each.slug === slug)
    if (venue === undefined) return null
    const page = `/venues/${encodeURIComponent(slug)}`
    const machines = documents.all<VenueMachineDoc>('venueMachines').sort((a, b) => a.order - b.order)
    const leaders = new Map(documents.all<VenueLeaderDoc>('venueLeaders').map(leader => [leader.machineId, leader]))
    return {
      kicker: m.venues_venue(),
      title: venue.name,
      page,
      badge: null,
      facts: [
        ...(venue.place === '' ? [] : [venue.place]),
        m.ui_count_machines({ count: machines.length, n: plainNumber(machines.length) }),
      ],
      rows: machines.slice(0, count).map(({ machineId, name, outOfOrderSince }) => {
        const leader = leaders.get(machineId)
        return {
          key: machineId,
          rank: null,
          name,
          page: `/machines/${machineId}?${new URLSearchParams({ venue: slug })}`,
          notes: [
            leader?.displayName ?? m.scores_venue_no_leader(),
            ...(outOfOrderSince === undefined ? [] : [m.events_machines_broken()]),
          ],
          figure: leader === undefined ? null : plainNumber(leader.value),
          unit: null,
        }
      }),
      empty: m.venues_no_machines(),
      whole: m.embeds_whole_venue(),
    }
  },
}
