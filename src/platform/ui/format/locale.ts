import { overwriteGetLocale } from '#messages/runtime'
import type { Locale } from '#platform/text/locales.ts'

/** The name of each language in that language. */
export const ENDONYMS: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch', ar: 'العربية' }

/** Name of the cookie with the language that the user chose. */
export const LOCALE_COOKIE = 'locale'

let active: Locale | undefined
overwriteGetLocale(() => getActiveLocale())

/**
 * Sets the language of all later messages. It is global: the server sets it before each render, which is safe because a render is
 * synchronous.
 */
export function setActiveLocale(locale: Locale): void {
  active = locale
}

/** @throws before the first `setActiveLocale`: code that reads a message while modules are loaded would fix one language for all users */
export function getActiveLocale(): Locale {
  if (active === undefined) throw new Error('A message was asked for before there was a language')
  return active
}

/**
 * Runs a function with its messages, numbers and dates in a language, whichever language is set, and returns what it returns. For texts that
 * are not part of a page: e-mails, notifications, feeds and share cards.
 * @param run must be synchronous, because the language is global while it runs
 */
export function inLocale<T>(locale: Locale, run: () => T): T {
  const before = active
  active = locale
  try {
    return run()
  } finally {
    active = before
  }
}

export const textDirection = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')
