import { isLocale, type Locale } from '#platform/text/locales.ts'
import { LOCALE_COOKIE, textDirection } from '#platform/ui/format/locale.ts'

/**
 * Chooses the language as the server does for a browser: the one chosen on this device, else the first supported one of the preferred
 * languages, else English.
 */
export function applyRequestedLanguage(): Locale {
  const requested = [localStorage.getItem(LOCALE_COOKIE) ?? '', ...navigator.languages.map(tag => tag.split('-')[0]!)]
  const locale = requested.find(isLocale) ?? 'en'
  Object.assign(document.documentElement, { lang: locale, dir: textDirection(locale) })
  return locale
}
