import type { EventDoc, StandingsDoc } from '#events/contract/documents.ts'
import { eventsOne, eventsStandings } from '#events/contract/publications.ts'
import { countRanks } from '#events/rules/standings/count-ranks.ts'
import { standingFigure } from '#events/server/shared/standing-figure.ts'
import * as m from '#messages'
import { localDate, plainDate, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { type EmbedSource, playerPage, requestOf } from './embed-view.ts'

/** As many rows as the page of an event asks for, so that it and all embeds share one view. */
const ROWS = 100

/** The standings of an event, while it runs and afterwards. */
export const eventSource: EmbedSource = {
  requests: eventId => [requestOf(eventsOne, { eventId }), requestOf(eventsStandings, { eventId, limit: ROWS, withoutRanks: true })],
  movedTo: () => null,
  view(eventId, documents, count) {
    const event = documents.all<EventDoc>('events').find(({ _id }) => _id === eventId)
    if (event === undefined) return null
    const { name, state, venue, players, startsAt, startsOffset, standingsHeld, format } = event
    const rows = countRanks(documents.all<StandingsDoc>('standings').filter(each => each.eventId === eventId))
      .filter(row => row.machines.length > 0 || (row.games ?? []).length > 0)
      .sort((a, b) => a.rank - b.rank || (a._id < b._id ? -1 : 1))
    const badges = {
      upcoming: m.events_state_upcoming,
      live: m.ui_live,
      finished: m.events_state_finished,
      cancelled: m.events_state_cancelled,
    }
    return {
      kicker: m.events_standings(),
      title: name,
      page: `/events/${eventId}`,
      badge: { text: badges[state](), isLive: state === 'live' },
      facts: [
        plainDate(localDate(startsAt, startsOffset)),
        ...(venue === '' ? [] : [venue]),
        m.ui_count_players({ count: players, n: plainNumber(players) }),
      ],
      rows: standingsHeld
        ? []
        : rows.slice(0, count).map(row => {
            const { value, unit, tie } = standingFigure(format, row)
            return {
              key: row._id,
              rank: row.rank,
              name: row.displayName,
              page: playerPage(row.username),
              notes: tie === null ? [] : [tie],
              figure: value,
              unit,
            }
          }),
      empty: standingsHeld ? m.events_standings_held() : state === 'upcoming' ? m.events_standings_soon() : m.ui_no_results(),
      whole: m.embeds_whole_event(),
    }
  },
}
