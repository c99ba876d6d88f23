import { plainDate } from '../format/ssr-format.ts'
import { useFormats } from '../format/use-formats.ts'
import { useLocale, useNow } from '../format/user-format.ts'
import styles from './TimeAgo.module.css'
import { timeAgo } from './time-ago.ts'

/**
 * When something happened. The first render shows the date, later ones the time elapsed, in a box wide enough for both. The tooltip
 * is the exact time.
 */
export function TimeAgo({ at }: { at: Date }) {
  const locale = useLocale()
  const { dateTime } = useFormats()
  const now = useNow()
  const known = locale !== null && now !== null
  // The key makes the later text an element of its own: beside a right edge it begins elsewhere, which counts as a layout shift of the first.
  return (
    <time key={known ? 'ago' : 'date'} className={styles.time} dateTime={at.toISOString()} title={dateTime(at)}>
      {known ? timeAgo(at.getTime(), now, locale) : plainDate(at)}
    </time>
  )
}
