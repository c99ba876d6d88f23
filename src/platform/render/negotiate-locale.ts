import type { IncomingHttpHeaders } from 'node:http'
import { isLocale, type Locale } from '#platform/text/locales.ts'
import { LOCALE_COOKIE } from '#platform/ui/format/locale.ts'

const COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([a-z]+)`)

/** The language of a response: the user's choice (cookie), else the browser's best match (RFC 9110 §12.5.4), else English. */
export function negotiateLocale({ cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders): Locale {
  const chosen = COOKIE_PATTERN.exec(cookie)?.[1]
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
