import * as v from 'valibot'
import { DdpError } from '../../../../ddp/wire/error.ts'
import type { FeatureContext } from '../../../../platform/feature-context.ts'
import { type Card, serveCard } from '../../../../platform/images/serve-card.ts'
import { drawCard } from '../../../../platform/images/share-card.ts'
import { CardCache } from '../../../../platform/images/share-card-cache.ts'
import { id } from '../../../../platform/live/schemas.ts'
import { inLocale } from '../../../../platform/ui/format/locale.ts'
import { formatRules } from '../../formats/registry.ts'
import type { ExportedEvent } from '../../rules/verify-export.ts'
import type { EventAccess } from '../access.ts'
import { exportEvent } from '../export/export-event.ts'
import { type EventCardFacts, type EventCardRow, EventCardView } from './event-card-view.tsx'

/** Version of the card's design, see `serveCard`. */
const CARD_VERSION = 2
/** rows of the standings that a card can show */
const ROWS = 3

/** Serves `GET /events/:id/card.png`, the preview picture of an event that everybody may see. */
export function serveEventCard({ http, database, clock, caches, settings, logo }: FeatureContext, access: EventAccess): void {
  const cards = caches.add('event cards', new CardCache())
  const find = async (eventId: string): Promise<Card | null> => {
    if (!v.is(id, eventId)) return null
    const isVisible = await access.getVisible(eventId, null).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DdpError) return false
        throw error
      },
    )
    if (!isVisible) return null
    const facts = { ...toFacts(await exportEvent(database, clock, eventId)), siteName: settings.current().name }
    return {
      data: [facts, logo.version()],
      async draw(locale) {
        const siteLogo = await logo.icon('96')
        return drawCard(inLocale(locale, () => EventCardView(facts, siteLogo)))
      },
    }
  }
  http.get('/events/:id/card.png', context =>
    serveCard(context, {
      cards,
      version: CARD_VERSION,
      find: () => find(context.req.param('id')),
      missing: 'There is no such event.\n',
    }),
  )
}

function toFacts({ event, machines, entrants, attempts, voids, rounds, playoffs = [] }: ExportedEvent): Omit<EventCardFacts, 'siteName'> {
  const names = new Map(entrants.map(({ id: entrantId, displayName }) => [entrantId, displayName]))
  const standings = formatRules(event.format, event).standings(
    machines.map(({ machineId }) => machineId),
    [...names.keys()],
    { attempts, windows: voids, rounds, playoffs },
  )
  const { day, time } = localBegin(new Date(event.startsAt), event.timeZone)
  return {
    name: event.name,
    venue: event.venue,
    day,
    time,
    state: event.state as EventCardFacts['state'],
    format: event.format,
    players: entrants.length,
    rows: standings.slice(0, ROWS).map(
      ({ rank, entrantId, machines: played, points, strokes, strikes }): EventCardRow => ({
        rank,
        name: names.get(entrantId) ?? '',
        figures: { machines: played, points, ...(strokes === undefined ? {} : { strokes }), ...(strikes === undefined ? {} : { strikes }) },
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
