import { type RefObject, useEffect } from 'react'

/** ms that a screenful stands still */
const STAND = 9_000
/** of a screenful, what is seen again after a step */
const AGAIN = 0.12

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** What is longer than its box moves on by a screenful now and then, and begins again after the last. */
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
