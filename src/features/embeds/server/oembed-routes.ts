import type { FeatureContext } from '#platform/feature-context.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import {
  EMBED_WIDTH,
  type EmbedSubject,
  embedCode,
  embedHeight,
  embedOfPage,
  embedPath,
  MOST_EMBED_ROWS,
  rowsWithin,
  USUAL_EMBED_ROWS,
} from '../rules.ts'
import { loadEmbed, sourceOf } from './load-embed.ts'

/** Everybody may read these answers, from any page: they hold what every visitor may see. */
const HEADERS = { 'access-control-allow-origin': '*', vary: 'Accept-Encoding' }
const NO_STORE = { ...HEADERS, 'cache-control': 'no-store' }
/** seconds for which the answer may be kept; the embed itself stays up to date */
const CACHE_AGE = 3600

/** Returns the address by which other programs ask how to embed a page; null: the page has no embed. @param path of the page */
export function oembedAddress(address: string, path: string): string | null {
  const subject = embedOfPage(path)
  return subject === null ? null : `${address}/oembed?url=${encodeURIComponent(address + path.replace(/[?#].*$/, ''))}&format=json`
}

/** Returns whose embed belongs to an address of this site; null: none does. */
function subjectOf(url: string, site: string): EmbedSubject | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  return origin === new URL(site).origin ? embedOfPage(pathname) : null
}

/** A size in px that the asker allows; null: any; undefined: it is no size. */
const readSize = (text: string | undefined): number | null | undefined =>
  text === undefined ? null : /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined

/** `GET /oembed?url=…`: how to embed a page of a machine, an event or a venue (oEmbed 1.0, https://oembed.com, type `rich`). */
export function serveOembed({ http, renderQueue, live, settings, address }: FeatureContext): void {
  http.get('/oembed', renderQueue, async context => {
    const { url, format = 'json', maxwidth, maxheight } = context.req.query()
    if (format !== 'json') return context.text('Only the format json is answered here.\n', 501, NO_STORE)
    const [maxWidth, maxHeight] = [readSize(maxwidth), readSize(maxheight)]
    if (url === undefined) return context.text('The parameter url is missing.\n', 400, NO_STORE)
    if (maxWidth === undefined || maxHeight === undefined)
      return context.text('The parameters maxwidth and maxheight are whole numbers of pixels.\n', 400, NO_STORE)
    const site = address()
    const named = subjectOf(url, site)
    const loaded = named === null ? null : await loadEmbed(live.ddp, named)
    const missing = (): Response => context.text('There is nothing to embed at this address.\n', 404, NO_STORE)
    if (named === null || loaded === null) return missing()
    const movedTo = sourceOf(named).movedTo(named.id, loaded.documents)
    const subject = movedTo === null ? named : { ...named, id: movedTo }
    const found = movedTo === null ? loaded : await loadEmbed(live.ddp, subject)
    // The words of an embed are in its reader's language, which who asks here does not know; the title is a name in any language.
    const view = found === null ? null : inLocale('en', () => sourceOf(subject).view(subject.id, found.documents, MOST_EMBED_ROWS))
    if (view === null) return missing()
    // An embed of few rows is as high as they are.
    const wanted = Math.max(Math.min(USUAL_EMBED_ROWS, view.rows.length), 5)
    const rows = Math.min(wanted, maxHeight === null ? wanted : rowsWithin(subject.kind, maxHeight))
    const height = Math.min(embedHeight(subject.kind, rows), maxHeight ?? Number.POSITIVE_INFINITY)
    const width = Math.min(EMBED_WIDTH, maxWidth ?? EMBED_WIDTH)
    const { name: siteName } = settings.current()
    const html = embedCode({
      url: site + embedPath(subject, { rows }),
      title: `${view.title} · ${siteName}`,
      width: String(width),
      height,
    })
    return context.json(
      {
        type: 'rich',
        version: '1.0',
        title: view.title,
        provider_name: siteName,
        provider_url: `${site}/`,
        cache_age: CACHE_AGE,
        html,
        width,
        height,
      },
      200,
      { ...HEADERS, 'cache-control': 'public, max-age=60' },
    )
  })
}
