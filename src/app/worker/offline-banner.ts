import * as m from '#messages'
import { STALE_BANNER_ID } from '../../platform/render/stale-page.ts'

/** Every file of a build that a page names. */
function named(html: string): string[] {
  const head = html.slice(0, html.indexOf('</head>'))
  return [...head.matchAll(/ (?:href|src)="(\/assets\/[^"]+)"/g)].map(found => found[1]!)
}

/**
 * Whether a page belongs to the build of `assets`: it names files, and all are of that build.
 * One script names the next by a hash of what is in it, so that the first stands for all.
 */
export function isOfBuild(html: string, assets: ReadonlySet<string>): boolean {
  const files = named(html)
  return files.length > 0 && files.every(file => assets.has(file))
}

/** The server says itself that it may be old. */
export const isMarkedOld = (html: string): boolean => html.includes(`<body>\n<p id="${STALE_BANNER_ID}"`)

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

/** A page's title without the site's name; empty: it has none. */
export function readPageTitle(html: string): string {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  return title.replace(/&([#\w]+);/g, (all, name: string) => ENTITIES[name] ?? all).replace(/ · Skillshot$/, '')
}

/** Why a page is shown from what was kept. */
export type Why = 'offline' | 'slow' | 'away'

/** What stands above a page that was kept, in the language that is spoken. @param sent ms: when the server sent it; null: it did not say. `language` of the time, and `zone`: the reader's own where undefined */
export function offlineBannerText(why: Why, sent: number | null, now: number, language?: string, zone?: string): string {
  if (sent === null) return m.app_kept_old({ why })
  const format = (options: Intl.DateTimeFormatOptions, at: number): string =>
    new Intl.DateTimeFormat(language, { ...options, ...(zone === undefined ? {} : { timeZone: zone }) }).format(at)
  const today = format({ dateStyle: 'short' }, sent) === format({ dateStyle: 'short' }, now)
  const when = format(today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }, sent)
  return m.app_kept_from({ why, when })
}

/** The page with these words above it, outside of what the browser takes over; they go as the server's own do. @param words without a `<` */
export const markedKept = (html: string, words: string): string =>
  html.replace('<body>\n', () => `<body>\n<p id="${STALE_BANNER_ID}" role="status">${words}</p>\n`)
