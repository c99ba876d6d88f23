import { plainDate, plainDateTime } from './ssr-format.ts'
import styles from './TimeAgo.module.css'
import { timeAgo } from './time-ago.ts'
import { dateTimeFormat, useLocale, useNow } from './user-format.ts'

/** When something happened: the date at first, then how long ago, in a box as wide as either; the exact time on hover. */
export function TimeAgo({ at }: { at: Date }) {
  const locale = useLocale()
  const now = useNow()
  const known = locale !== null && now !== null
  return (
    <time className={styles.time} dateTime={at.toISOString()} title={known ? dateTimeFormat(locale).format(at) : plainDateTime(at)}>
      {known ? timeAgo(at.getTime(), now, locale) : plainDate(at)}
    </time>
  )
}
