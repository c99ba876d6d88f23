import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { DdpError } from '#ddp/wire/error.ts'
import { negotiateLocale } from '#platform/render/negotiate-locale.ts'
import { isLocale, type Locale } from '#platform/text/locales.ts'
import type { CardCache } from './share-card-cache.ts'

/** how long clients may cache a card, in seconds; it is short because ranks and standings change */
const MAX_AGE_SECONDS = 60

const NO_STORE = { 'cache-control': 'no-store' }

/** @property data everything that is on the card, except its language */
export interface Card {
  data: unknown
  draw(locale: Locale): Promise<Buffer>
}

/**
 * Answers a request for a share card, in the language of the query parameter `lang` or else of the request.
 * @param version of the card's design: increase it when cards with the same data look different, so that their ETags change
 * @param find returns null if there is no such card
 */
export async function serveCard(
  context: Context,
  { cards, version, find, missing }: { cards: CardCache; version: number; find: () => Promise<Card | null>; missing: string },
): Promise<Response> {
  const card = await find()
  if (card === null) return context.text(missing, 404, NO_STORE)
  const { locale, vary } = cardLocale(context.req.query('lang'), (context.env as HttpBindings).incoming.headers)
  const etag = `"${createHash('sha256')
    .update(JSON.stringify([version, locale, card.data]))
    .digest('base64url')}"`
  const headers = { etag, 'cache-control': `public, max-age=${MAX_AGE_SECONDS}`, ...vary }
  if (matchesEtag(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers)
  try {
    const png = await cards.get(etag, () => card.draw(locale))
    return context.body(new Uint8Array(png), 200, { ...headers, 'content-type': 'image/png', 'content-length': String(png.length) })
  } catch (error) {
    if (!(error instanceof DdpError)) throw error
    return context.text('Too many cards are being drawn. Please try again in a moment.\n', 503, { ...NO_STORE, 'retry-after': '5' })
  }
}

/**
 * The language of a card. The address that a page gives for its card has the page's language, `?lang=de`, so a chat shows the card in the
 * language of who shared the page. Without it, it is the language that the request asks for.
 */
function cardLocale(lang: string | undefined, headers: IncomingHttpHeaders): { locale: Locale; vary: Record<string, string> } {
  if (lang !== undefined && isLocale(lang)) return { locale: lang, vary: {} }
  return { locale: negotiateLocale(headers), vary: { vary: 'Accept-Language, Cookie' } }
}

/** True if an If-None-Match header contains the ETag (RFC 9110 §13.1.2, weak comparison). */
const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some(each => ['*', etag, `W/${etag}`].includes(each.trim())) ?? false
