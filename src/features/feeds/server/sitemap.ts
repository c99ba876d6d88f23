import type { Context } from 'hono'
import { DdpError } from '#ddp/wire/error.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { CardCache } from '#platform/images/share-card-cache.ts'
import { ConcurrencyLimit } from '#platform/jobs/concurrency-limit.ts'
import { countPages, kinds, listSitemapPages, PAGES_PER_FILE, type SitemapPage } from './sitemap-store.ts'
import { DECLARATION, xmlText } from './xml.ts'

/** ms for which a generated file is reused */
const MAX_AGE_MS = 3_600_000
const CACHE_CONTROL = `public, max-age=${MAX_AGE_MS / 1000}`
const MAX_BYTES = 16 * 1024 * 1024
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Pages that search engines should not list: tools, and addresses that contain a personal token. */
const DISALLOWED = ['/admin', '/patreon', '/account', '/change-password', '/exports/', '/groups/join', '/events/claim']

/** `GET /robots.txt`, `/sitemap.xml` (an index) and the files that it names, of at most 10,000 addresses each. */
export function serveSitemap({ http, database, clock, caches, address }: FeatureContext): void {
  const files = caches.add('sitemaps', new CardCache({ maxBytes: MAX_BYTES, limit: new ConcurrencyLimit(1, 32) }))
  const cached = (name: string, make: () => Promise<string>): Promise<Buffer> =>
    files.get(`${name} ${Math.floor(clock.now() / MAX_AGE_MS)}`, async () => Buffer.from(await make()))
  const urlOf = (name: string): string => `<loc>${xmlText(`${address()}/sitemaps/${name}`)}</loc>`

  const index = (): Promise<Buffer> =>
    cached('index', async () => {
      const counts = await Promise.all(Object.keys(kinds).map(async kind => [kind, await countPages(database.db, kind)] as const))
      const names = counts.flatMap(([kind, count]) =>
        Array.from({ length: Math.ceil(count / PAGES_PER_FILE) }, (_, i) => `${kind}-${i + 1}.xml`),
      )
      return `${DECLARATION}<sitemapindex ${SCHEMA}>\n${names.map(name => `<sitemap>${urlOf(name)}</sitemap>\n`).join('')}</sitemapindex>\n`
    })
  const findFile = async (name: string): Promise<Buffer | null> => {
    const [, kind, number] = /^([a-z]+)-(\d+)\.xml$/.exec(name) ?? []
    // Only files that the index names exist.
    if (kind === undefined || !(await index()).includes(urlOf(name))) return null
    return cached(name, async () => {
      const pages = await listSitemapPages(database.db, kind, Number(number))
      return `${DECLARATION}<urlset ${SCHEMA}>\n${pages.map(page => renderEntry(page, address())).join('')}</urlset>\n`
    })
  }
  const respond = async (context: Context, file: () => Promise<Buffer | null>): Promise<Response> => {
    try {
      const found = await file()
      if (found === null) return context.text('There is no such sitemap.\n', 404, { 'cache-control': 'no-store' })
      return context.body(new Uint8Array(found), 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': CACHE_CONTROL })
    } catch (error) {
      if (!(error instanceof DdpError)) throw error
      return context.text('Too many sitemaps are being written. Please try again in a moment.\n', 503, { 'retry-after': '5' })
    }
  }

  http.get('/sitemap.xml', context => respond(context, index))
  http.get('/sitemaps/:name', context => respond(context, () => findFile(context.req.param('name'))))
  http.get('/robots.txt', context => {
    const lines = ['User-agent: *', ...DISALLOWED.map(path => `Disallow: ${path}`), '', `Sitemap: ${address()}/sitemap.xml`, '']
    return context.text(lines.join('\n'), 200, { 'cache-control': CACHE_CONTROL })
  })
}

const renderEntry = ({ path, changed }: SitemapPage, site: string): string =>
  `<url><loc>${xmlText(site + path)}</loc>${changed === null ? '' : `<lastmod>${changed.toISOString()}</lastmod>`}</url>\n`
