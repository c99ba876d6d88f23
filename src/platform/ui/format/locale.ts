import { overwriteGetLocale } from '#messages/runtime'

/** The languages of the interface (project.inlang/settings.json). The first, English, is the default. */
export const LOCALES = ['en', 'de', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

/** The name of each language in that language. */
export const ENDONYMS: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch', ar: 'العربية' }

/** Name of the cookie with the language that the user chose. */
export const LOCALE_COOKIE = 'locale'

let spoken: Locale | undefined
overwriteGetLocale(() => spokenLocale())

export const isLocale = (text: string): text is Locale => (LOCALES as readonly string[]).includes(text)

/**
 * Sets the language of all later messages. It is global: the server sets it before each render, which is safe because a render is
 * synchronous.
 */
export function speak(locale: Locale): void {
  spoken = locale
}

/** @throws before the first `speak`: code that reads a message while modules are loaded would fix one language for all users */
export function spokenLocale(): Locale {
  if (spoken === undefined) throw new Error('A message was asked for before there was a language')
  return spoken
}

export const textDirection = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')
