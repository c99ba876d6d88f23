import { useEffect, useState } from 'react'

/** ms after which nothing waits any longer */
const LIMIT_MS = 3000

/** True if something is known for which a user waits, or has not become known for some seconds: a connection may be gone, or a call fail. */
export function useSettled(isKnown: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isKnown) return setLate(false)
    const timer = setTimeout(() => setLate(true), LIMIT_MS)
    return () => clearTimeout(timer)
  }, [isKnown])
  return isKnown || isLate
}
