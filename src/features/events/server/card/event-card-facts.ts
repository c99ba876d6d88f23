import { shownPoints } from '#events/rules/standings/points.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import { type ExportedEvent, standingsOfExport } from '#events/rules/verify-export.ts'
import { zoneLabel } from '#events/ui/labels/format-day.ts'
import { localDate, plainTime } from '#platform/ui/format/ssr-format.ts'
import type { EventCardFacts, EventCardRow } from './event-card-view.tsx'

/** rows of the standings that a card can show */
const ROWS = 3

const hasPlayed = ({ machines, games = [] }: StandingsEntry): boolean => machines.length > 0 || games.length > 0

/**
 * What the share card of an event shows, but for the name of the site.
 * @param standingsHeld true: the standings are held back, so that the card, which everybody sees, has none
 */
export function eventCardFacts(exported: ExportedEvent, standingsHeld = false): Omit<EventCardFacts, 'siteName'> {
  const { event, entrants } = exported
  const names = new Map(entrants.map(({ id: entrantId, displayName }) => [entrantId, displayName]))
  const begin = localDate(new Date(event.startsAt), event.startsOffset)
  return {
    name: event.name,
    venue: event.venue,
    day: begin,
    time: plainTime(begin),
    zone: zoneLabel(event.startsOffset),
    state: event.state as EventCardFacts['state'],
    format: event.format,
    players: entrants.length,
    standingsHeld,
    rows: (standingsHeld ? [] : standingsOfExport(exported))
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
