import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { countFitting } from './pages.ts'

/** ms for which a page is shown */
export const PAGE_MS = 10_000

/** Matches a phone or an upright screen, as in `screen.module.css`. */
const UPRIGHT = '(max-aspect-ratio: 1 / 1)'

function watchUpright(onChange: () => void): () => void {
  const query = matchMedia(UPRIGHT)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** True if the screen is upright; false on the server, whose page looks the same on both because CSS alone decides where columns stand. */
export const useIsPortrait = (): boolean =>
  useSyncExternalStore(
    watchUpright,
    () => matchMedia(UPRIGHT).matches,
    () => false,
  )

/** Returns the index of the page that is shown now; they turn by themselves and begin again after the last. */
export function useRotatingPage(count: number): number {
  const [turns, setTurns] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurns(before => before + 1), PAGE_MS)
    return () => clearInterval(timer)
  }, [])
  return count === 0 ? 0 : turns % count
}

/** How items are set: as large as they can be, or closer together. */
export type Setting = 'normal' | 'compact'

/**
 * Returns how many items fit into a box above each other. An unseen item is measured, which `data-measure` marks and which stands for the
 * highest in a setting, and the gap of its list. So what fits does not depend on what is shown.
 * @param initial until the box has been measured, as on the server
 */
export function useFittingCount(box: RefObject<HTMLElement | null>, initial: number, setting: Setting = 'normal'): number {
  const [fitting, setFitting] = useState(initial)
  const measure = useCallback((): void => {
    const element = box.current
    const item = element?.querySelector<HTMLElement>(`[data-measure="${setting}"]`) ?? null
    if (element === null || item === null || element.clientHeight === 0) return
    const gap = Number.parseFloat(getComputedStyle(item.parentElement!).rowGap) || 0
    setFitting(countFitting(element.clientHeight, item.getBoundingClientRect().height, gap))
  }, [box, setting])
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    if (box.current !== null) observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, measure])
  // The first items may come later than the box.
  useEffect(measure)
  return fitting
}
