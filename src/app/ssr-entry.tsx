import { renderToString } from 'react-dom/server'
import * as m from '#messages'
import { DdpError } from '../ddp/wire/error.ts'
import { LiveContext } from '../platform/live/hooks.ts'
import { createSnapshotDataSource } from '../platform/live/ssr-data-source.ts'
import { ServerHtmlCache } from '../platform/render/server-html-cache.ts'
import { type Locale, speak } from '../platform/ui/format/locale.ts'
import { HtmlCacheContext } from '../platform/ui/html-cache.ts'
import type { SocialLink } from '../platform/ui/layouts/social-context.ts'
import { staticPage } from './navigation.ts'
import { loadNotFound } from './not-found.tsx'
import { Root } from './Root.tsx'
import { matchPage, pageRoutes, subscriptionsOf } from './route-table.tsx'
import type { PageRequest, RenderPage, RenderUnavailablePage } from './ssr-entry.types.ts'
import { UnavailablePage } from './UnavailablePage.tsx'

/** All addresses without a page share this cache key, so that nobody can fill the cache with them. */
const UNKNOWN_URL = '/not-found'

/**
 * Error codes that are rendered as "not found". The server does not know who
 * asks, so a page that is not public looks like one that does not exist.
 */
const HIDDEN: readonly unknown[] = [401, 403, 404]

await Promise.all(pageRoutes.map(route => route.load()))

const htmlCache = new ServerHtmlCache()

export function pageRequest(url: string, locale: Locale): PageRequest {
  speak(locale)
  const matched = matchPage(url)
  return matched === null ? { url: UNKNOWN_URL, subscriptions: [] } : { url: matched.url, subscriptions: subscriptionsOf(matched) }
}

export const renderUnavailablePage: RenderUnavailablePage = (url, locale) => {
  speak(locale)
  const html = renderToString(
    <LiveContext value={createSnapshotDataSource([])}>
      <UnavailablePage href={url} />
    </LiveContext>,
  )
  return { html, title: m.app_away_head(), description: m.app_away_description(), robots: 'noindex' }
}

export const renderPage: RenderPage = async (url, snapshots, { locale, settings, parts }) => {
  const matched = matchPage(url)
  const missing =
    matched === null || matched.route.hidden || snapshots.some(({ error }) => error instanceof DdpError && HIDDEN.includes(error.error))
  if (missing) await loadNotFound()
  const source = createSnapshotDataSource(snapshots)
  const social = (settings as { social?: SocialLink[] } | null)?.social ?? []
  speak(locale)
  const html = renderToString(
    <HtmlCacheContext value={htmlCache.forPage(parts)}>
      <Root pages={staticPage(matched)} source={source} social={social} visit={null} />
    </HtmlCacheContext>,
  )
  const head = missing
    ? { title: m.app_missing_head(), description: m.app_missing_description() }
    : matched.route.head(matched.at, source.store)
  return { status: missing ? 404 : 200, html, module: matched?.route.module ?? null, ...head }
}
