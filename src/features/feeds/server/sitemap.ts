import type { Context } from 'hono'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { FeatureContext } from '../../../platform/feature-context.ts'
import { CardCache } from '../../../platform/images/share-card-cache.ts'
import { ConcurrencyLimit } from '../../../platform/jobs/concurrency-limit.ts'
import { countPlaces, kinds, PER_FILE, type SitemapPlace, sitemapPlaces } from './sitemap-store.ts'
import { DECLARATION, xmlText } from './xml.ts'

/** ms for which a generated file is reused */
const FRESH = 3_600_000
const CACHED = `public, max-age=${FRESH / 1000}`
const MOST_BYTES = 16 * 1024 * 1024
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Pages that search engines should not list: tools, and addresses that contain a personal token. */
const CLOSED = ['/admin', '/patreon', '/account', '/change-password', '/exports/', '/groups/join', '/events/claim']

/** `GET /robots.txt`, `/sitemap.xml` (an index) and the files that it names, of at most 10,000 addresses each. */
export function serveSitemap({ http, database, clock, caches, address }: FeatureContext): void {
  const files = caches.add('sitemaps', new CardCache({ mostBytes: MOST_BYTES, turns: new ConcurrencyLimit(1, 32) }))
  const kept = (name: string, make: () => Promise<string>): Promise<Buffer> =>
    files.get(`${name} ${Math.floor(clock.now() / FRESH)}`, async () => Buffer.from(await make()))
  const urlOf = (name: string): string => `<loc>${xmlText(`${address()}/sitemaps/${name}`)}</loc>`

  const index = (): Promise<Buffer> =>
    kept('index', async () => {
      const counts = await Promise.all(Object.keys(kinds).map(async kind => [kind, await countPlaces(database.db, kind)] as const))
      const names = counts.flatMap(([kind, count]) => Array.from({ length: Math.ceil(count / PER_FILE) }, (_, i) => `${kind}-${i + 1}.xml`))
      return `${DECLARATION}<sitemapindex ${SCHEMA}>\n${names.map(name => `<sitemap>${urlOf(name)}</sitemap>\n`).join('')}</sitemapindex>\n`
    })
  const one = async (name: string): Promise<Buffer | null> => {
    const [, kind, number] = /^([a-z]+)-(\d+)\.xml$/.exec(name) ?? []
    // Only files that the index names exist.
    if (kind === undefined || !(await index()).includes(urlOf(name))) return null
    return kept(name, async () => {
      const places = await sitemapPlaces(database.db, kind, Number(number))
      return `${DECLARATION}<urlset ${SCHEMA}>\n${places.map(place => entryOf(place, address())).join('')}</urlset>\n`
    })
  }
  const answer = async (context: Context, file: () => Promise<Buffer | null>): Promise<Response> => {
    try {
      const found = await file()
      if (found === null) return context.text('There is no such sitemap.\n', 404, { 'cache-control': 'no-store' })
      return context.body(new Uint8Array(found), 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': CACHED })
    } catch (error) {
      if (!(error instanceof DdpError)) throw error
      return context.text('Too many sitemaps are being written. Please try again in a moment.\n', 503, { 'retry-after': '5' })
    }
  }

  http.get('/sitemap.xml', context => answer(context, index))
  http.get('/sitemaps/:name', context => answer(context, () => one(context.req.param('name'))))
  http.get('/robots.txt', context => {
    const lines = ['User-agent: *', ...CLOSED.map(path => `Disallow: ${path}`), '', `Sitemap: ${address()}/sitemap.xml`, '']
    return context.text(lines.join('\n'), 200, { 'cache-control': CACHED })
  })
}

const entryOf = ({ path, changed }: SitemapPlace, site: string): string =>
  `<url><loc>${xmlText(site + path)}</loc>${changed === null ? '' : `<lastmod>${changed.toISOString()}</lastmod>`}</url>\n`
