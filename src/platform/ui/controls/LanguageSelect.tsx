import { use } from 'react'
import * as m from '#messages'
import { LOCALES, type Locale } from '#platform/text/locales.ts'
import { Select } from '../form/Select.tsx'
import { ENDONYMS, getActiveLocale, LOCALE_COOKIE } from '../format/locale.ts'
import { AccountContext } from '../layouts/context/account-context.ts'

const YEAR = 31_536_000
/** ms for which the page waits until the account has the language */
const SAVE_TIMEOUT_MS = 2000

/**
 * Selects the language: stores the choice for all later pages, and for the e-mails and notifications of who is signed in, and reloads the
 * current page.
 */
export function LanguageSelect() {
  const { saveLocale } = use(AccountContext)
  const choose = async (locale: Locale): Promise<void> => {
    const secure = window.location.protocol === 'https:' ? '; secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
    document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR}; samesite=lax${secure}`
    // The mobile app loads its document locally, so no server reads the cookie there.
    localStorage.setItem(LOCALE_COOKIE, locale)
    await Promise.race([saveLocale(locale), new Promise(resolve => setTimeout(resolve, SAVE_TIMEOUT_MS))])
    window.location.reload()
  }
  const choices = LOCALES.map(value => ({ value, label: ENDONYMS[value] }))
  return <Select quiet label={m.footer_language()} value={getActiveLocale()} choices={choices} onChange={locale => void choose(locale)} />
}
