import type { DdpServer, SubscriptionSnapshot } from '#ddp/server/server.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import type { Head } from '#platform/live/route.ts'
import type { Locale } from '#platform/text/locales.ts'
import { bootJson } from './boot-json.ts'
import { type ClientAssets, htmlDocument } from './html-document.ts'
import { type CachedPage, PageCache, type RenderedPage } from './page-cache.ts'
import { PageParts } from './page-parts.ts'

/** The functions of the page bundle that the server uses; see `app/ssr-entry.types.ts`. */
export interface Pages {
  renderUnavailablePage(url: string, locale: Locale, settings: Ejson): Head & { html: string }
  pageRequest(url: string, locale: Locale): { url: string; subscriptions: { name: string; params: Ejson[] }[] }
  renderPage(
    url: string,
    snapshots: readonly Omit<SubscriptionSnapshot, 'sets'>[],
    options: { now: number; locale: Locale; settings: Ejson; parts: PageParts },
  ): Promise<Head & { status: 200 | 404; frame?: true; html: string; module: string | null }>
}

export interface RendererOptions {
  ddp: DdpServer
  clock: Clock
  pages: Pages
  assets: ClientAssets
  /** The public URL of the site, without a slash at its end. */
  address: () => string
  /** Returns the settings that every browser gets; null for nothing. After a change it returns another value, and the cache is cleared. */
  settings: () => Ejson
  /** Returns the name of the site. */
  siteName: () => string
  /** Returns the address by which other programs ask how to embed the page of a path; null: it has no embed. */
  oembed?: (address: string, path: string) => string | null
}

const cacheKey = (url: string, locale: Locale): string => `${locale} ${url}`

/** Renders the page of a URL: runs its publications, renders their documents to HTML, and embeds the documents for hydration. */
export class Renderer {
  readonly cache: PageCache
  readonly #options: RendererOptions
  #assets: ClientAssets
  #publishedVersion: string | null = null

  constructor(options: RendererOptions) {
    this.#options = options
    this.#assets = options.assets
    this.cache = new PageCache(options.clock)
  }

  /**
   * Uses the browser files of another build from now on. Clears the cache.
   * @param publishedVersion of the documents that tell clients which build is served, so that a page need not fetch what it implies
   */
  setBuild(assets: ClientAssets, publishedVersion: string | null = null): void {
    this.#assets = assets
    this.#publishedVersion = publishedVersion
    this.cache.clear()
  }

  /** Returns the cached page of a canonical URL, or null if it is not cached or its data has changed. */
  getCached(url: string, locale: Locale): RenderedPage | null {
    return this.cache.peek(cacheKey(url, locale))
  }

  /** Renders the page of a URL. @throws the error of its data, if that is an unavailable database or not a DdpError */
  async page(url: string, locale: Locale): Promise<RenderedPage> {
    const { clock, ddp, pages } = this.#options
    const request = pages.pageRequest(url, locale)
    const key = cacheKey(request.url, locale)
    const cached = this.cache.get(key)
    if (cached !== null) return cached
    const settings = this.#options.settings()
    const renderedAt = clock.now()
    const snapshots = await ddp.snapshot(request.subscriptions)
    const failedSnapshot = snapshots.find(({ error }) => error !== null && (isUnavailable(error) || !(error instanceof DdpError)))
    if (failedSnapshot !== undefined) throw failedSnapshot.error
    const page: CachedPage = {
      ...(await this.#render(request.url, locale, snapshots, settings)),
      sources: snapshots.flatMap(({ sets }) => sets),
      renderedAt,
    }
    const isCurrent = settings === this.#options.settings()
    if (isCurrent && snapshots.every(({ error }) => error === null)) this.cache.put(key, page)
    return page
  }

  /**
   * The response instead of a page while the database is unavailable: UTF-8, without scripts, never cached.
   * @returns null if there is no page at this URL
   */
  renderUnavailable(requestedUrl: string, locale: Locale): Buffer | null {
    const { pages, address } = this.#options
    const { url, subscriptions } = pages.pageRequest(requestedUrl, locale)
    if (subscriptions.length === 0) return null
    const page = pages.renderUnavailablePage(url, locale, this.#options.settings())
    return Buffer.from(
      htmlDocument({
        ...page,
        siteName: this.#options.siteName(),
        address: address(),
        path: null,
        locale,
        boot: null,
        module: null,
        assets: this.#assets,
      }),
    )
  }

  async #render(url: string, locale: Locale, snapshots: readonly SubscriptionSnapshot[], settings: Ejson): Promise<RenderedPage> {
    const { clock, pages, address, siteName, oembed = () => null } = this.#options
    const now = clock.now()
    const parts = new PageParts()
    const { status, frame, ...page } = await pages.renderPage(url, snapshots, { now, locale, settings, parts })
    const assets = this.#assets
    const versions = { ...assets.versions, published: this.#publishedVersion }
    // A frame is the same bytes at each time and for each address.
    const about = frame ? { frame } : { url, now }
    const boot = bootJson({ ...about, versions, ...(settings === null ? {} : { settings }) }, snapshots, parts)
    const html = htmlDocument({
      ...page,
      siteName: siteName(),
      address: address(),
      path: status === 404 ? null : url,
      oembed: status === 404 ? null : oembed(address(), url),
      locale,
      boot,
      assets,
    })
    const { buffer, byteLength } = parts.encode(html)
    return { status, html: Buffer.from(buffer, 0, byteLength) }
  }
}
