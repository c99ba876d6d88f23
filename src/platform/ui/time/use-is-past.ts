import { useEffect, useState } from 'react'

/** Longest wait of one timer in ms; longer ones are not exact on every device, and beyond 24 days they fire at once. */
const MAX_WAIT_MS = 3_600_000

/** True once a time has passed. The first render returns false, as the server renders it. */
export function useIsPast(at: Date): boolean {
  const time = at.getTime()
  const [passedTime, setPassedTime] = useState<number | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const check = (): void => {
      const left = time - Date.now()
      if (left <= 0) setPassedTime(time)
      else timer = setTimeout(check, Math.min(left, MAX_WAIT_MS))
    }
    check()
    return () => clearTimeout(timer)
  }, [time])
  return passedTime === time
}
