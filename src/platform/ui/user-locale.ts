import { spokenLocale } from './locale.ts'

/** The browser's own, where the page speaks its language: with its region's habits. */
export const readerLocale = (): string => (navigator.language.split('-')[0] === spokenLocale() ? navigator.language : spokenLocale())
