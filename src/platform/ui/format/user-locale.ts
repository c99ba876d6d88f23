import { getActiveLocale } from './locale.ts'

/** The browser's locale, with its regional formats, if its language is that of the page; otherwise the page's language. */
export const userLocale = (): string => (navigator.language.split('-')[0] === getActiveLocale() ? navigator.language : getActiveLocale())
