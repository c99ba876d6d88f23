import { useSyncExternalStore } from 'react'
import { subscribeNever } from '../subscribe-never.ts'
import { plainDate, plainDateTime, plainNumber } from './ssr-format.ts'
import { cached, dateFormat, dateTimeFormat, numberFormat, useLocale } from './user-format.ts'
import { userLocale } from './user-locale.ts'

export type FormatNumber = (value: number | bigint) => string

export interface Formats {
  number: FormatNumber
  /** "Nov 21, 2026" */
  date(at: Date): string
  /** "November 21, 2026 at 7:00 AM" */
  dateTime(at: Date): string
}

/**
 * Locales that write whole numbers as a page in their language does. For their users a page is not rendered again only for its numbers, and
 * no formatter is made, which takes a phone some 50 ms.
 */
export const LOCALES_WITH_PLAIN_NUMBERS: ReadonlySet<string> = new Set([
  'en',
  'en-US',
  'en-GB',
  'en-CA',
  'en-AU',
  'en-NZ',
  'en-IE',
  'de',
  'de-DE',
  'ar',
])

const formatNumberOf = cached(
  (locale): FormatNumber => (LOCALES_WITH_PLAIN_NUMBERS.has(locale) ? plainNumber : value => numberFormat(locale).format(value)),
)

const plain: Formats = { number: plainNumber, date: plainDate, dateTime: plainDateTime }

const formatsOf = cached(
  (locale): Formats => ({
    number: formatNumberOf(locale),
    date: at => dateFormat(locale).format(at),
    dateTime: at => dateTimeFormat(locale).format(at),
  }),
)

/** How the present render writes whole numbers: plainly in the first one, as the server does, and then in the user's locale. */
export const useFormatNumber = (): FormatNumber =>
  useSyncExternalStore(
    subscribeNever,
    () => formatNumberOf(userLocale()),
    () => plainNumber,
  )

/** The same for numbers and dates. What shows numbers only takes `useFormatNumber`, which seldom needs a second render. */
export function useFormats(): Formats {
  const locale = useLocale()
  return locale === null ? plain : formatsOf(locale)
}
