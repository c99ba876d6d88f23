import { readPageLocale } from '#platform/render/stale-page.ts'
import type { Locale } from '#platform/text/locales.ts'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { userLocale } from '#platform/ui/format/user-locale.ts'
import { OFFLINE, ownAssets, SHELL } from './build.ts'
import { isCacheable, selectEvictions } from './expiration.ts'
import type { CachedPageInfo } from './messages.ts'
import {
  hasStaleBanner,
  isOfBuild,
  type OfflineReason,
  offlineBannerText,
  otherLanguageText,
  readPageTitle,
  withOfflineBanner,
} from './offline-banner.ts'
import { isCacheablePath, pagePath } from './route-request.ts'

/** maximum number of cached pages besides those of the shell */
const MAX_PAGES = 30

const sentAt = ({ headers }: Response): number | null => {
  const sent = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(sent) ? null : sent
}

interface PageCacheOptions {
  open(): Promise<Cache>
  /** Caches the files of the build that pages in a language need. */
  fetchFiles(locale: Locale): Promise<void>
  /** Returns the language that the user chose in the footer; null if there is none, or the browser does not tell workers. */
  chosenLocale(): Promise<Locale | null>
}

/** Caches the most recently seen pages, all of one build. The cache lists its entries in the order in which they were put. */
export class WorkerPageCache {
  readonly #open: () => Promise<Cache>
  readonly #fetchFiles: (locale: Locale) => Promise<void>
  readonly #chosenLocale: () => Promise<Locale | null>

  constructor({ open, fetchFiles, chosenLocale }: PageCacheOptions) {
    this.#open = open
    this.#fetchFiles = fetchFiles
    this.#chosenLocale = chosenLocale
  }

  /** Caches the server's response for an address, and the files of its language before. @returns false if it is not a page of this build, or may not be cached */
  async store(path: string, answer: Response): Promise<boolean> {
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
    if (!isPage || !isCacheablePath(path) || !isCacheable(answer)) return false
    const html = await answer.clone().text()
    if (!isOfBuild(html, ownAssets) || hasStaleBanner(html)) return false
    await this.#fetchFiles(readPageLocale(html))
    await this.#putLast(path, answer)
    return true
  }

  /** Fetches a page in order to cache it. @returns false if there is none or it belongs to another build. Rejects without a network */
  async fetch(path: string): Promise<boolean> {
    return this.store(path, await fetch(path, { cache: 'no-cache', headers: { accept: 'text/html' } }))
  }

  /** Returns the cached page with a banner that says so; null if it is not cached. */
  async answer(path: string, reason: OfflineReason): Promise<Response | null> {
    const cache = await this.#open()
    const cached = await cache.match(path, { ignoreVary: true })
    if (cached === undefined) return null
    // The offline page shows no data of the site, so it needs no banner.
    if (path === OFFLINE) return cached
    await this.#putLast(path, cached.clone())
    const page = await cached.text()
    const locale = readPageLocale(page)
    setActiveLocale(locale)
    const bannerText = offlineBannerText(reason, sentAt(cached), Date.now(), `${userLocale()}-u-nu-latn`)
    const html = withOfflineBanner(page, [bannerText, ...otherLanguageText(locale, await this.#chosenLocale())].join(' '))
    const headers = new Headers(cached.headers)
    for (const name of ['content-length', 'content-encoding']) headers.delete(name)
    return new Response(html, { headers })
  }

  /** Returns when the server sent the cached page, in ms; null if it is not cached or the response had no date. */
  async sent(path: string): Promise<number | null> {
    const cached = await (await this.#open()).match(path, { ignoreVary: true })
    return cached === undefined ? null : sentAt(cached)
  }

  /** Returns the paths of all cached pages, least recently seen first. */
  async paths(): Promise<string[]> {
    const requests = await (await this.#open()).keys()
    return requests.map(({ url }) => pagePath(url, OFFLINE))
  }

  /** Returns the cached pages that a user can open, most recently seen first. */
  async list(): Promise<CachedPageInfo[]> {
    const cache = await this.#open()
    const paths = (await this.paths()).filter(path => path !== OFFLINE).reverse()
    return Promise.all(
      paths.map(async path => {
        const cached = (await cache.match(path, { ignoreVary: true }))!
        return { path, title: readPageTitle(await cached.clone().text()), sent: sentAt(cached) }
      }),
    )
  }

  async #putLast(path: string, answer: Response): Promise<void> {
    const cache = await this.#open()
    await cache.delete(path, { ignoreVary: true })
    await cache.put(path, answer)
    await Promise.all(selectEvictions(await this.paths(), MAX_PAGES, SHELL).map(each => cache.delete(each, { ignoreVary: true })))
  }
}
