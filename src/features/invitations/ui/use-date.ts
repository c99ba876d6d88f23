import { plainDate } from '#platform/ui/format/ssr-format.ts'
import { dateFormat, useLocale } from '#platform/ui/format/user-format.ts'

/** Formats a day in the user's locale; in the first render as the server does. */
export function useDate(): (at: Date) => string {
  const locale = useLocale()
  return locale === null ? plainDate : at => dateFormat(locale).format(at)
}
