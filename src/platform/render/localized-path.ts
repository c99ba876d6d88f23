import type { Locale } from '#platform/text/locales.ts'

/** Returns the path of a build file for a language: `/assets/<name>.js` is in a folder for each, `/assets/<locale>/<name>.js`; other files are the same in all. */
export const localizedPath = (path: string, locale: Locale): string =>
  path.endsWith('.js') ? path.replace('/assets/', `/assets/${locale}/`) : path
