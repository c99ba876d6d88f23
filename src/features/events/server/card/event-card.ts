import * as v from 'valibot'
import { DdpError } from '#ddp/wire/error.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { type Card, serveCard } from '#platform/images/serve-card.ts'
import { drawCard } from '#platform/images/share-card.ts'
import { CardCache } from '#platform/images/share-card-cache.ts'
import { id } from '#platform/live/schemas.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import type { EventAccess } from '../access.ts'
import type { EventExports } from '../export/event-exports.ts'
import { EventCardView } from './event-card-view.tsx'

/** Version of the card's design, see `serveCard`. */
const CARD_VERSION = 5

/** Serves `GET /events/:id/card.png`, the preview picture of an event that everybody may see. */
export function serveEventCard({ http, caches, settings, logo }: FeatureContext, access: EventAccess, exports: EventExports): void {
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
    const facts = { ...(await exports.get(eventId, 'card')), siteName: settings.current().name }
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
