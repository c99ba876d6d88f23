import * as m from '#messages'
import { isLocale, speak } from '../ui/format/locale.ts'

/** Element id of the banner, by which the browser finds it. */
export const STALE_BANNER_ID = 'maybe-old'

/** Sets the language of all later messages to that of the page, or to English if it is unknown. */
export function setPageLocale(html: string): void {
  const lang = /<html lang="(\w+)"/.exec(html)?.[1] ?? ''
  speak(isLocale(lang) ? lang : 'en')
}

/** Adds a banner to a page which states that it may be outdated, in the page's language. It is outside the hydrated element. */
export function injectStaleBanner(html: string): string {
  setPageLocale(html)
  return html.replace('<body>\n', `<body>\n<p id="${STALE_BANNER_ID}" role="status">${m.ui_maybe_old()}</p>\n`)
}
