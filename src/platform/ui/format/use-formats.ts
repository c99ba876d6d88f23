import { plainDate, plainDateTime, plainNumber } from './ssr-format.ts'
import { cached, dateFormat, dateTimeFormat, numberFormat, useLocale } from './user-format.ts'

export interface Formats {
  number(value: number | bigint): string
  /** "Nov 21, 2026" */
  date(at: Date): string
  /** "November 21, 2026 at 7:00 AM" */
  dateTime(at: Date): string
}

const plain: Formats = { number: plainNumber, date: plainDate, dateTime: plainDateTime }

const formatsOf = cached(
  (locale): Formats => ({
    number: numberFormat(locale).format,
    date: at => dateFormat(locale).format(at),
    dateTime: at => dateTimeFormat(locale).format(at),
  }),
)

/** How the present render writes numbers and dates: plainly in the first one, as the server does, and then in the user's locale. */
export function useFormats(): Formats {
  const locale = useLocale()
  return locale === null ? plain : formatsOf(locale)
}
