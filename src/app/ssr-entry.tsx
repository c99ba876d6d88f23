import { renderToString } from 'react-dom/server'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { setErrorTexts } from '#platform/live/error-texts.ts'
import { LiveContext } from '#platform/live/hooks.ts'
import { createSnapshotDataSource } from '#platform/live/ssr-data-source.ts'
import { ServerHtmlCache } from '#platform/render/server-html-cache.ts'
import type { Locale } from '#platform/text/locales.ts'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { HtmlCacheContext } from '#platform/ui/html-cache.ts'
import type { PublicSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { translateError } from './error-texts.ts'
import { staticPage } from './navigation.ts'
import { loadNotFound } from './not-found.tsx'
import { Root } from './Root.tsx'
import { matchPage, pageRoutes, subscriptionsOf } from './route-table.tsx'
import { SiteSettingsProvider } from './site-settings.tsx'
import type { PageRequest, RenderPage, RenderUnavailablePage } from './ssr-entry.types.ts'
import { UnavailablePage } from './UnavailablePage.tsx'

/** All addresses without a page share this cache key, so that nobody can fill the cache with them. */
const UNKNOWN_URL = '/not-found'

setErrorTexts(translateError)

await Promise.all(pageRoutes.map(route => route.load()))

const htmlCache = new ServerHtmlCache()

export function pageRequest(url: string, locale: Locale): PageRequest {
  setActiveLocale(locale)
  const matched = matchPage(url)
  if (matched === null) return { url: UNKNOWN_URL, subscriptions: [] }
  // The frame of a hidden page needs no data, and is the same whatever the parameters are: each has its own name as value.
  if (matched.route.privacy === 'hidden') return { url: matched.route.path.replaceAll('$', ''), subscriptions: [] }
  return { url: matched.url, subscriptions: subscriptionsOf(matched) }
}

export const renderUnavailablePage: RenderUnavailablePage = (url, locale, settings) => {
  setActiveLocale(locale)
  const html = renderToString(
    <LiveContext value={createSnapshotDataSource([])}>
      <SiteSettingsProvider initial={(settings ?? {}) as PublicSettings}>
        <UnavailablePage href={url} />
      </SiteSettingsProvider>
    </LiveContext>,
  )
  return { html, title: `${m.app_away_title()} · Skillshot`, description: m.app_away_description(), robots: 'noindex' }
}

export const renderPage: RenderPage = async (url, snapshots, { locale, settings, parts }) => {
  const matched = matchPage(url)
  const privacy = matched?.route.privacy
  // The server does not know who asks, so a page that is not public looks like one that does not exist.
  const [subject = false, ...others] = snapshots.map(({ error }) => error instanceof DdpError && isAccessError(error))
  const isPrivate = privacy === 'hidden' || (privacy === 'members' && subject)
  const missing = matched === null || isPrivate || subject || others.includes(true)
  if (missing) await loadNotFound()
  const source = createSnapshotDataSource(snapshots)
  setActiveLocale(locale)
  const html = renderToString(
    <HtmlCacheContext value={htmlCache.forPage(parts)}>
      <Root pages={staticPage(matched, isPrivate)} source={source} settings={(settings ?? {}) as PublicSettings} browser={null} />
    </HtmlCacheContext>,
  )
  const head = isPrivate
    ? { title: m.app_frame_head(), description: m.app_frame_description(), robots: 'noindex' as const }
    : missing
      ? { title: m.app_missing_head(), description: m.app_missing_description() }
      : matched.route.head(matched.at, source.store)
  return {
    status: missing ? 404 : 200,
    ...(isPrivate ? { frame: true as const } : {}),
    html,
    module: matched?.route.module ?? null,
    ...head,
  }
}
