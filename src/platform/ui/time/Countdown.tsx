import { useEffect, useState } from 'react'
import styles from './Countdown.module.css'
import { countdown, nextTick } from './countdown.ts'

/**
 * Counts down to a time. The first render shows empty text in a box of the final size.
 * @param before text before the time left, such as "ends in"
 */
export function Countdown({ to, before }: { to: Date; before: string }) {
  const [left, setLeft] = useState<number | null>(null)
  const at = to.getTime()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = (): void => {
      const now = at - Date.now()
      setLeft(now)
      if (now > 0) timer = setTimeout(tick, nextTick(now))
    }
    tick()
    return () => clearTimeout(timer)
  }, [at])
  return <span className={styles.countdown}>{left === null ? '' : `${before} ${countdown(left)}`}</span>
}
