import { useEffect, useState } from 'react'

/** Returns a number that changes when nobody has touched the page for so many ms, since what is open then was left by somebody. */
export function useIdle(ms: number): number {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => setTimes(count => count + 1), ms)
    }
    begin()
    const inputs = ['pointerdown', 'keydown'] as const
    for (const input of inputs) window.addEventListener(input, begin)
    return () => {
      clearTimeout(timer)
      for (const input of inputs) window.removeEventListener(input, begin)
    }
  }, [ms])
  return times
}
