import * as m from '#messages'
import { STALE_BANNER_ID } from '#platform/render/stale-page.ts'
import type { Locale } from '#platform/text/locales.ts'

/** Returns every build file that a page names: stylesheets and fonts in its head, and at its end the first script with the list of others. */
const namedFiles = (html: string): string[] =>
  [...html.matchAll(/<(?:link|script)\b[^>]* (?:href|src)="(\/assets\/[^"]+)"(?: data-scripts="([^"]+)")?/g)].flatMap(
    ([, file, scripts]) => [file!, ...(scripts?.split(' ') ?? [])],
  )

/**
 * True if a page belongs to the build of `assets`: it names build files, and all of them are in that build.
 * A script names the scripts that it imports by a hash of their content, so checking the files that the page names is enough.
 */
export function isOfBuild(html: string, assets: ReadonlySet<string>): boolean {
  const files = namedFiles(html)
  return files.length > 0 && files.every(file => assets.has(file))
}

/** True if the server has marked the page itself as possibly outdated. */
export const hasStaleBanner = (html: string): boolean => html.includes(`<body>\n<p id="${STALE_BANNER_ID}"`)

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

/** Returns a page's title without the site's name; empty if it has none. */
export function readPageTitle(html: string): string {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  return title.replace(/&([#\w]+);/g, (all, name: string) => ENTITIES[name] ?? all).replace(/ · [^·]*$/, '')
}

/** Why a cached page is shown. */
export type OfflineReason = 'offline' | 'slow' | 'away'

/**
 * Returns the text of the banner above a cached page, in the current language.
 * @param sent ms: when the server sent the page; null if unknown
 * @param language for formatting the time, and `zone`: the user's own where undefined
 */
export function offlineBannerText(reason: OfflineReason, sent: number | null, now: number, language?: string, zone?: string): string {
  if (sent === null) return m.app_kept_old({ why: reason })
  const format = (options: Intl.DateTimeFormatOptions, at: number): string =>
    new Intl.DateTimeFormat(language, { ...options, ...(zone === undefined ? {} : { timeZone: zone }) }).format(at)
  const today = format({ dateStyle: 'short' }, sent) === format({ dateStyle: 'short' }, now)
  const when = format(today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }, sent)
  return m.app_kept_from({ why: reason, when })
}

/** Says how to see a page of one language in the language that the user has chosen since; nothing if that is the same. */
export const otherLanguageText = (locale: Locale, chosen: Locale | null): string[] =>
  chosen === null || chosen === locale
    ? []
    : [m.app_kept_language({ language: new Intl.DisplayNames(locale, { type: 'language' }).of(chosen) ?? chosen })]

/**
 * Inserts the text as a banner above the page, outside of what React hydrates. It is removed in the same way as the server's own banner.
 * @param bannerText without a `<`
 */
export const withOfflineBanner = (html: string, bannerText: string): string =>
  html.replace('<body>\n', () => `<body>\n<p id="${STALE_BANNER_ID}" role="status">${bannerText}</p>\n`)
