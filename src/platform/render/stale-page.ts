import * as m from '#messages'
import { isLocale, type Locale } from '#platform/text/locales.ts'
import { setActiveLocale } from '#platform/ui/format/locale.ts'

/** Element id of the banner, by which the browser finds it. */
export const STALE_BANNER_ID = 'maybe-old'

/** Returns the language of a page; English if it is unknown. */
export function readPageLocale(html: string): Locale {
  const lang = /<html lang="(\w+)"/.exec(html)?.[1] ?? ''
  return isLocale(lang) ? lang : 'en'
}

/** Adds a banner to a page which states that it may be outdated, in the page's language. It is outside the hydrated element. */
export function injectStaleBanner(html: string): string {
  setActiveLocale(readPageLocale(html))
  return html.replace('<body>\n', `<body>\n<p id="${STALE_BANNER_ID}" role="status">${m.ui_maybe_old()}</p>\n`)
}
