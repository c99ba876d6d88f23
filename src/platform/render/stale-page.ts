import * as m from '#messages'
import { isLocale, speak } from '../ui/locale.ts'

/** The id of the notice, by which the browser finds it. */
export const STALE_BANNER_ID = 'maybe-old'

/** From now on every message is in the language of this page. */
export function speakAs(html: string): void {
  const lang = /<html lang="(\w+)"/.exec(html)?.[1] ?? ''
  speak(isLocale(lang) ? lang : 'en')
}

/** A page with the notice above it that it may be old, in the page's language; outside of what the browser takes over. */
export function injectStaleBanner(html: string): string {
  speakAs(html)
  return html.replace('<body>\n', `<body>\n<p id="${STALE_BANNER_ID}" role="status">${m.ui_maybe_old()}</p>\n`)
}
