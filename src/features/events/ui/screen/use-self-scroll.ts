import { type RefObject, useEffect } from 'react'

/** ms between two steps */
const STEP_INTERVAL_MS = 9_000
/** fraction of the screen that stays visible after a step */
const OVERLAP = 0.12

const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Scrolls a box whose content is too long by about one screen at regular intervals, and starts again at the top after the end. */
export function useSelfScroll(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const timer = setInterval(() => {
      const element = box.current
      if (element === null || element.scrollHeight <= element.clientHeight + 2) return
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2
      const top = isAtEnd ? 0 : element.scrollTop + element.clientHeight * (1 - OVERLAP)
      element.scrollTo({ top, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
    }, STEP_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [box])
}
