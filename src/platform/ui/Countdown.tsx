import { useEffect, useState } from 'react'
import styles from './Countdown.module.css'
import { countdown, nextTick } from './countdown.ts'

/** How long it is until a moment, as it runs down; empty in the first render, in the room that it takes. @param before "ends in" */
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
