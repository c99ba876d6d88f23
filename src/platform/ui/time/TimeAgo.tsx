import { useEffect, useRef, useState } from 'react'
import { plainDate, plainDateTime } from '../format/ssr-format.ts'
import { dateTimeFormat, readNow } from '../format/user-format.ts'
import { userLocale } from '../format/user-locale.ts'
import { useIsHydrating } from '../use-is-hydrating.ts'
import styles from './TimeAgo.module.css'
import { timeAgo } from './time-ago.ts'
import { watchClock } from './watch-clock.ts'

/**
 * When something happened. The first render shows the date, later ones the time elapsed, in a box wide enough for both. What is far from the
 * window, such as most of a long list, keeps the date until it comes near. The tooltip is the exact time: in UTC, and in the reader's own
 * words when a pointer comes, because a formatter takes a phone a twentieth of a second to make.
 */
export function TimeAgo({ at }: { at: Date }) {
  const isHydrating = useIsHydrating()
  const [now, setNow] = useState(() => (isHydrating ? null : readNow()))
  const [isPointedAt, setPointedAt] = useState(false)
  const element = useRef<HTMLTimeElement>(null)
  const key = now === null ? 'date' : 'ago'
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key makes another element
  useEffect(() => (element.current === null ? undefined : watchClock(element.current, setNow)), [key])
  // The key makes the later text an element of its own: beside a right edge it begins elsewhere, which counts as a layout shift of the first.
  return (
    <time
      key={key}
      ref={element}
      className={styles.time}
      dateTime={at.toISOString()}
      title={isPointedAt ? dateTimeFormat(userLocale()).format(at) : plainDateTime(at)}
      onPointerEnter={() => setPointedAt(true)}
    >
      {now === null ? plainDate(at) : timeAgo(at.getTime(), now, userLocale())}
    </time>
  )
}
