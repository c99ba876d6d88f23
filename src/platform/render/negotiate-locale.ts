import type { IncomingHttpHeaders } from 'node:http'
import { isLocale, LOCALE_COOKIE, type Locale } from '../ui/locale.ts'

const CHOSEN = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([a-z]+)`)

/** The language of a request's answer: the one that its reader chose, else the best of those the browser asks for (RFC 9110 §12.5.4), else English. */
export function negotiateLocale({ cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders): Locale {
  const chosen = CHOSEN.exec(cookie)?.[1]
  if (chosen !== undefined && isLocale(chosen)) return chosen
  let best: Locale = 'en'
  let most = 0
  for (const range of accepted.slice(0, 200).toLowerCase().split(',')) {
    const [tag, quality] = range.trim().split(/\s*;\s*q=/)
    const language = tag!.split('-')[0]!
    const weight = quality === undefined ? 1 : Number(quality)
    if (weight > most && isLocale(language)) {
      best = language
      most = weight
    }
  }
  return best
}
