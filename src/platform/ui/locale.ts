import { overwriteGetLocale } from '#messages/runtime'

/** The languages of the interface (project.inlang/settings.json): English first, which everybody gets who asks for none of them. */
export const LOCALES = ['en', 'de', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

/** What each calls itself. */
export const ENDONYMS: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch', ar: 'العربية' }

/** The cookie that holds the language a reader chose. */
export const LOCALE_COOKIE = 'locale'

let spoken: Locale = 'en'
overwriteGetLocale(() => spoken)

export const isLocale = (text: string): text is Locale => (LOCALES as readonly string[]).includes(text)

/** From now on every message is in this language. On the server: before each page that is rendered, which takes no turn of the loop. */
export function speak(locale: Locale): void {
  spoken = locale
}

export const spokenLocale = (): Locale => spoken

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')
