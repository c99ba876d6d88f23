/** The languages of the site (project.inlang/settings.json). The first, English, is the default. */
export const LOCALES = ['en', 'de', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

export const isLocale = (text: string): text is Locale => (LOCALES as readonly string[]).includes(text)
