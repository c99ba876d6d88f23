import * as m from '#messages'
import { Select } from '../form/Select.tsx'
import { ENDONYMS, LOCALE_COOKIE, LOCALES, type Locale, spokenLocale } from '../format/locale.ts'

const YEAR = 31_536_000

/** Selects the language: stores the choice for all later pages and reloads the current one. */
export function LanguageSelect() {
  const choose = (locale: Locale): void => {
    const secure = window.location.protocol === 'https:' ? '; secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page; CookieStore is not everywhere
    document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR}; samesite=lax${secure}`
    // The mobile app loads its document locally, so no server reads the cookie there.
    localStorage.setItem(LOCALE_COOKIE, locale)
    window.location.reload()
  }
  const choices = LOCALES.map(value => ({ value, label: ENDONYMS[value] }))
  return <Select quiet label={m.footer_language()} value={spokenLocale()} choices={choices} onChange={choose} />
}
