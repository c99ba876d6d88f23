import { overwriteGetLocale } from '#messages/runtime'

/** The languages of the interface (project.inlang/settings.json): English first, which everybody gets who asks for none of them. */
export const LOCALES = ['en', 'de', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

/** What each calls itself. */
export const ENDONYMS: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch', ar: 'العربية' }

/** The cookie that holds the language a reader chose. */
export const LOCALE_COOKIE = 'locale'

let spoken: Locale | undefined
overwriteGetLocale(() => spokenLocale())

export const isLocale = (text: string): text is Locale => (LOCALES as readonly string[]).includes(text)

/** From now on every message is in this language. On the server: before each page that is rendered, which takes no turn of the loop. */
export function speak(locale: Locale): void {
  spoken = locale
}

/** @throws before the first `speak`: who asks while modules are loaded would keep one language for all readers */
export function spokenLocale(): Locale {
  if (spoken === undefined) throw new Error('A message was asked for before there was a language')
  return spoken
}

export const textDirection = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')
