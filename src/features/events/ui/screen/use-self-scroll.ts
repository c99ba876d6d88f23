import { type RefObject, useEffect } from 'react'

/** ms between two steps */
const STAND = 9_000
/** fraction of the screen that stays visible after a step */
const AGAIN = 0.12

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Scrolls a box whose content is too long by about one screen at regular intervals, and starts again at the top after the end. */
export function useSelfScroll(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const timer = setInterval(() => {
      const element = box.current
      if (element === null || element.scrollHeight <= element.clientHeight + 2) return
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2
      const top = isAtEnd ? 0 : element.scrollTop + element.clientHeight * (1 - AGAIN)
      element.scrollTo({ top, behavior: isStill() ? 'instant' : 'smooth' })
    }, STAND)
    return () => clearInterval(timer)
  }, [box])
}
