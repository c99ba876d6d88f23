import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { isUnavailable } from '#platform/db/unavailable.ts'
import type { Log } from '#platform/log/log.ts'
import { negotiateLocale } from '#platform/render/negotiate-locale.ts'
import { kioskPath } from '#platform/text/kiosk-path.ts'
import type { Locale } from '#platform/text/locales.ts'
import { serveAssets } from './asset-files.ts'
import { CompressedPages, pageCoding } from './compressed-pages.ts'
import type { BuildArchive } from './previous-builds.ts'
import { addPwaRoutes } from './pwa-manifest.ts'
import { createRenderQueue } from './render-queue.ts'
import { securityHeaders } from './security-headers.ts'

export interface HttpOptions {
  /** routes of the features besides pages */
  routes: Hono
  /** origins besides the site's own that pages may send files to, show pictures from, and send data on visits to */
  origins: { upload: string | null; pictures: string | null; analytics?: string | null }
  /** the middleware that lets the client addresses take turns; by default one of the pages alone */
  renderQueue?: MiddlewareHandler
  /** whether a window that opened the one of this address may reach it, and be reached (HTML, cross-origin opener policies) */
  keepsOpener?(path: string): boolean
  /** whether the public address is https: then browsers use only https for a year */
  secure?: boolean
  /** folder of the built browser files; null: none are served */
  clientDir: string | null
  /** the files of previous builds; null: none are served */
  previousBuilds?: BuildArchive | null
  /** returns the whole page for a path with its query; `html`: UTF-8 */
  page(url: string, locale: Locale): Promise<Page>
  /** returns a cached page at once; null: the page has to be rendered, or there is none at this address */
  getCachedPage?(url: string, locale: Locale): Page | null
  /** returns the HTML (UTF-8) for a page while the database is unavailable; null: there is no page at this address */
  renderUnavailable?(url: string, locale: Locale): Buffer | null
  /**
   * Answers the requests of socket transports over plain HTTP, and others that need none of the routes.
   * @returns the pattern of the path; null: it is another request, which it did not answer
   */
  sockets?(request: IncomingMessage, response: ServerResponse): string | null
  /** whether the server can serve: the database is reachable, and the server is not about to stop */
  ready(): Promise<boolean>
  log: Log
  observer?: HttpObserver
}

interface Page {
  status: 200 | 404
  html: Buffer
}

/** Gets every request. */
export interface HttpObserver {
  /** Must call `answer` once, synchronously. @param route returns the pattern of the path that was answered; `other` until it is known */
  request(request: IncomingMessage, response: ServerResponse, route: () => string, answer: () => void): void
}

const noHttpHooks: HttpObserver = { request: (_request, _response, _route, answer) => answer() }

const pageHeaders = (locale: Locale) => ({
  'cache-control': 'no-cache',
  'content-language': locale,
  'content-type': 'text/html; charset=utf-8',
  vary: 'Accept-Encoding, Accept-Language, Cookie',
})
/** seconds after which a client may repeat a request that needs the database (Retry-After, RFC 9110 §10.2.3) */
const RETRY_AFTER = '10'
/** The route pattern of all pages. */
const PAGES = '/*'
/** ms that the rest of a request may take to arrive after its answer was sent */
const MAX_REMAINING_BODY_MS = 2000

/** Creates the HTTP server of the site. The caller attaches the sockets to it. */
export function createHttp({
  routes,
  origins,
  renderQueue = createRenderQueue(0),
  keepsOpener = () => false,
  secure = false,
  clientDir,
  previousBuilds = null,
  page,
  getCachedPage = () => null,
  renderUnavailable = () => null,
  sockets = () => null,
  ready,
  log,
  observer = noHttpHooks,
}: HttpOptions): Server {
  const headers = Object.entries(securityHeaders(origins, secure))
  const answered = new WeakMap<IncomingMessage, string>()
  const compressed = new CompressedPages()
  const app = new Hono<{ Bindings: HttpBindings }>()
  const unavailable = (context: Context<{ Bindings: HttpBindings }>): Response => {
    const { pathname, search } = new URL(context.req.url)
    const locale = negotiateLocale(context.env.incoming.headers)
    const html = context.req.method === 'GET' ? renderUnavailable(pathname + search, locale) : null
    const later = { 'cache-control': 'no-store', 'retry-after': RETRY_AFTER }
    if (html === null) return context.text('The site cannot reach its database just now. Please try again in a moment.\n', 503, later)
    return context.body(new Uint8Array(html), 503, { ...pageHeaders(locale), ...later })
  }
  app.use(async (context, nextHandler) => {
    await nextHandler()
    const route = routePath(context)
    answered.set(context.env.incoming, route === PAGES ? 'pages' : route)
  })
  app.get('/healthz', context => context.text('ok\n'))
  app.get('/readyz', async context => ((await ready()) ? context.text('ready\n') : context.text('not ready\n', 503)))
  app.route('/', routes)
  if (clientDir !== null) {
    app.get('/assets/*', serveAssets(clientDir, previousBuilds))
    app.route('/', addPwaRoutes(clientDir))
  }
  app.get('*', renderQueue, async context => {
    const { pathname, search } = new URL(context.req.url)
    const kiosk = kioskPath(context.req.header('cookie') ?? '')
    if (kiosk !== null && kiosk !== pathname)
      return context.body(null, 302, { location: kiosk, 'cache-control': 'no-store', vary: 'Cookie' })
    const locale = negotiateLocale(context.env.incoming.headers)
    const { status, html } = await page(pathname + search, locale)
    const coding = pageCoding(context.env.incoming.headers['accept-encoding'])
    if (coding === null) return context.body(new Uint8Array(html), status, pageHeaders(locale))
    const headers = { ...pageHeaders(locale), 'content-encoding': coding }
    return context.body(new Uint8Array(await compressed.get(html, coding)), status, headers)
  })
  // A form was submitted before its script was loaded. The browser gets the page again, and nothing that was typed is processed.
  app.post('*', context => context.redirect(new URL(context.req.url).pathname.replace(/^[/\\]+/, '/'), 303))
  app.notFound(context => context.text('Not found\n', 404))
  app.onError((error, context) => {
    const route = routePath(context)
    // A token in an address is a secret, so the pattern of the route is logged instead.
    const path = route.includes(':token') ? route : context.req.path
    if (isUnavailable(error)) {
      log.warn({ err: error, path }, 'a request could not be answered: the database is away')
      return unavailable(context)
    }
    log.error({ err: error, path }, 'a request failed')
    return context.text('Something went wrong on our side. Please try again in a moment.\n', 500)
  })
  const listener = getRequestListener(app.fetch)
  /** @returns false: the page has to be rendered, or it is no page */
  const answerCachedPage = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || kioskPath(headers.cookie ?? '') !== null) return false
    const locale = negotiateLocale(headers)
    const known = getCachedPage(url, locale)
    if (known === null) return false
    answered.set(request, 'pages')
    const send = (body: Buffer, encoding: OutgoingHttpHeaders): void => {
      response.writeHead(known.status, { ...pageHeaders(locale), ...encoding, 'content-length': body.length }).end(body)
    }
    const coding = pageCoding(headers['accept-encoding'])
    if (coding === null) send(known.html, {})
    else
      compressed.get(known.html, coding).then(
        body => send(body, { 'content-encoding': coding }),
        () => send(known.html, {}),
      )
    return true
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (answerCachedPage(request, response)) return
    const route = sockets(request, response)
    if (route === null) void listener(request, response)
    else answered.set(request, route)
  }
  const server = createServer(
    { connectionsCheckingInterval: 1000, headersTimeout: 5000, requestTimeout: 120_000, maxHeaderSize: 16_384 },
    (request, response) => {
      for (const [name, value] of headers) response.setHeader(name, value)
      if (keepsOpener(request.url ?? '')) response.setHeader('cross-origin-opener-policy', 'unsafe-none')
      response.once('finish', () => {
        if (!request.complete) setTimeout(() => request.complete || request.destroy(), MAX_REMAINING_BODY_MS).unref()
      })
      observer.request(
        request,
        response,
        () => answered.get(request) ?? 'other',
        () => answer(request, response),
      )
    },
  )
  server.maxHeadersCount = 100
  return server
}
