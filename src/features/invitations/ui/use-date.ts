import { plainDate } from '../../../platform/ui/ssr-format.ts'
import { dateFormat, useLocale } from '../../../platform/ui/user-format.ts'

/** Formats a day in the user's locale; in the first render as the server does. */
export function useDate(): (at: Date) => string {
  const locale = useLocale()
  return locale === null ? plainDate : at => dateFormat(locale).format(at)
}
