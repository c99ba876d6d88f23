import { useEffect, useRef, useState } from 'react'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'

/** ms for which a score counts up, a little less than the time between two updates */
const COUNTING_MS = 220

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Returns what a score shows while it counts up to `value`; a lower one is shown right away, as after a new start. */
function useCountingUp(value: number): number {
  const [shown, setShown] = useState(value)
  const last = useRef(value)
  useEffect(() => {
    const from = last.current
    if (value <= from || prefersStillness()) {
      last.current = value
      setShown(value)
      return
    }
    let frame = 0
    let begin: number | null = null
    const step = (now: number): void => {
      begin ??= now
      const part = Math.min(1, (now - begin) / COUNTING_MS)
      last.current = Math.round(from + (value - from) * part)
      setShown(last.current)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}

/** A score that counts up to each new value. Nothing announces its changes. */
export function CountingScore({ value, size = 'row' }: { value: number; size?: 'row' | 'text' }) {
  const shown = useCountingUp(value)
  // It ends at a right edge, so each value may begin elsewhere. As an element of its own it counts as no layout shift.
  return <ScoreValue key={shown} value={shown} size={size} />
}
