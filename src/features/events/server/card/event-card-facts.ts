import { shownPoints } from '../../rules/standings/points.ts'
import type { StandingsEntry } from '../../rules/standings/standings-entry.ts'
import { type ExportedEvent, standingsOfExport } from '../../rules/verify-export.ts'
import type { EventCardFacts, EventCardRow } from './event-card-view.tsx'

/** rows of the standings that a card can show */
const ROWS = 3

const hasPlayed = ({ machines, games = [] }: StandingsEntry): boolean => machines.length > 0 || games.length > 0

/** What the share card of an event shows, but for the name of the site. */
export function eventCardFacts(exported: ExportedEvent): Omit<EventCardFacts, 'siteName'> {
  const { event, entrants } = exported
  const names = new Map(entrants.map(({ id: entrantId, displayName }) => [entrantId, displayName]))
  const { day, time } = localBegin(new Date(event.startsAt), event.timeZone)
  return {
    name: event.name,
    venue: event.venue,
    day,
    time,
    state: event.state as EventCardFacts['state'],
    format: event.format,
    players: entrants.length,
    rows: standingsOfExport(exported)
      .filter(hasPlayed)
      .slice(0, ROWS)
      .map(
        ({ rank, entrantId, machines: played, points, strokes, strikes }): EventCardRow => ({
          rank,
          name: names.get(entrantId) ?? '',
          figures: {
            machines: played,
            points: shownPoints(points),
            ...(strokes === undefined ? {} : { strokes }),
            ...(strikes === undefined ? {} : { strikes }),
          },
        }),
      ),
  }
}

/** The day, at midnight UTC, and the time at which an event begins in its own time zone. */
function localBegin(at: Date, timeZone: string): { day: Date; time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: new Date(`${parts.year}-${parts.month}-${parts.day}T00:00:00Z`), time: `${parts.hour}:${parts.minute}` }
}
