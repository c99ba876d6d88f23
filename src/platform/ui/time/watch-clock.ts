import { onTick, readNow } from '../format/user-format.ts'

interface Watcher {
  tell(now: number): void
  isNear: boolean
}

const watchers = new Map<Element, Watcher>()
let observer: IntersectionObserver | undefined
let stopTicks: (() => void) | undefined

function onMove(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const watcher = watchers.get(target)
    if (watcher === undefined) continue
    watcher.isNear = isIntersecting
    if (isIntersecting) watcher.tell(readNow())
  }
}

function tellAll(): void {
  for (const { tell, isNear } of watchers.values()) if (isNear) tell(readNow())
}

/**
 * Calls `tell` with the time (ms since 1970, renewed every 30 s) while an element is in the window or near it.
 * @returns stops it
 */
export function watchClock(element: Element, tell: (now: number) => void): () => void {
  // The observer reports every element once, soon after it was given it.
  observer ??= new IntersectionObserver(onMove, { rootMargin: '25%' })
  stopTicks ??= onTick(tellAll)
  watchers.set(element, { tell, isNear: false })
  observer.observe(element)
  return () => {
    watchers.delete(element)
    observer?.unobserve(element)
    if (watchers.size > 0) return
    stopTicks?.()
    stopTicks = undefined
  }
}
