import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { FeatureContext } from '#platform/feature-context.ts'
import { CompressedPages, pageCoding } from '#platform/http/compressed-pages.ts'
import { framedHeaders } from '#platform/http/framed-page.ts'
import type { ApartAssets } from '#platform/render/html-document.ts'
import { negotiateLocale } from '#platform/render/negotiate-locale.ts'
import { type CachedPage, PageCache } from '#platform/render/page-cache.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { type EmbedKind, type EmbedSubject, embedPath, readEmbedQuery } from '../rules.ts'
import { accentStyle, type EmbedSetting, embedDocument, missingDocument, shownRows, styleSource } from './embed-document.ts'
import { loadEmbed, sourceOf } from './load-embed.ts'

/** A request for an embed whose address is right. */
interface EmbedRequestSetting {
  subject: EmbedSubject
  setting: EmbedSetting
  /** names the embed and everything that decides how it looks */
  key: string
}

/**
 * `GET /embed/KIND/ID` and `/embed/KIND/ID/overlay`: pages that other sites show in frames, and programs for broadcasts above a picture. They
 * hold nothing but what every visitor may see, and read no login: neither cookies nor the browser's storage.
 * @param assets returns the files of the present build
 */
export function serveEmbeds(platform: FeatureContext, assets: () => ApartAssets): void {
  const { http, renderQueue, clock, live, settings, address, caches } = platform
  const cache = caches.add('embeds', new PageCache(clock))
  const compressed = new CompressedPages()

  /** @returns a sentence that says what is wrong with the address */
  const readRequest = (context: Context, isOverlay: boolean): EmbedRequestSetting | string => {
    const look = readEmbedQuery(new URL(context.req.url).searchParams)
    if (typeof look === 'string') return look
    const subject = { kind: context.req.param('kind') as EmbedKind, id: context.req.param('id')! }
    const { name: siteName, accentColor } = settings.current()
    const locale = look.locale ?? negotiateLocale((context.env as HttpBindings).incoming.headers)
    const setting = { kind: subject.kind, isOverlay, look, locale, accent: look.accent ?? accentColor, siteName, assets: assets() }
    const key = JSON.stringify([embedPath(subject, look, isOverlay), locale, siteName, accentColor, setting.assets])
    return { subject, setting, key }
  }

  const send = async (
    context: Context,
    { setting }: EmbedRequestSetting,
    { status, html }: Pick<CachedPage, 'status' | 'html'>,
  ): Promise<Response> => {
    const headers = {
      ...framedHeaders(context, styleSource(accentStyle(setting))),
      'cache-control': 'no-cache',
      'content-language': setting.locale,
      'content-type': 'text/html; charset=utf-8',
      vary: setting.look.locale === null ? 'Accept-Encoding, Accept-Language, Cookie' : 'Accept-Encoding',
      'x-robots-tag': 'noindex',
    }
    const coding = pageCoding((context.env as HttpBindings).incoming.headers['accept-encoding'])
    if (coding === null) return context.body(new Uint8Array(html), status, headers)
    return context.body(new Uint8Array(await compressed.get(html, coding)), status, { ...headers, 'content-encoding': coding })
  }

  const render = async ({
    subject,
    setting,
    key,
  }: EmbedRequestSetting): Promise<Pick<CachedPage, 'status' | 'html'> | { movedTo: string }> => {
    const renderedAt = clock.now()
    const loaded = await loadEmbed(live.ddp, subject)
    const { look, isOverlay, locale } = setting
    const movedTo = loaded === null ? null : sourceOf(subject).movedTo(subject.id, loaded.documents)
    if (movedTo !== null) return { movedTo: embedPath({ ...subject, id: movedTo }, look, isOverlay) }
    return inLocale(locale, () => {
      const view = loaded === null ? null : sourceOf(subject).view(subject.id, loaded.documents, shownRows(look, isOverlay))
      if (loaded === null || view === null) return { status: 404, html: Buffer.from(missingDocument(setting)) } as const
      const html = Buffer.from(embedDocument(view, loaded.shown, setting, address()))
      const page = { status: 200, html, sources: loaded.sources, renderedAt } as const
      cache.put(key, page)
      return page
    })
  }

  /** Answers what is wrong, and what is made already, at once. What has to be made takes turns by address. */
  const answerKnown =
    (isOverlay: boolean): MiddlewareHandler =>
    async (context, next) => {
      const request = readRequest(context, isOverlay)
      if (typeof request === 'string') return context.text(`${request}\n`, 400, { ...framedHeaders(context), 'cache-control': 'no-store' })
      const known = cache.get(request.key)
      return known === null ? next() : send(context, request, known)
    }
  const answerAnew =
    (isOverlay: boolean) =>
    async (context: Context): Promise<Response> => {
      const request = readRequest(context, isOverlay) as EmbedRequestSetting
      const answer = await render(request)
      return 'movedTo' in answer ? context.redirect(answer.movedTo, 302) : send(context, request, answer)
    }

  http.get('/embed/:kind{board|event|venue}/:id', answerKnown(false), renderQueue, answerAnew(false))
  http.get('/embed/:kind{board|event|venue}/:id/overlay', answerKnown(true), renderQueue, answerAnew(true))
  // No page of the site is below this path, whatever its address may be taken for.
  http.all('/embed/*', context => context.text('There is no such embed.\n', 404, { 'cache-control': 'no-store' }))
}
