import type { Arrival, HistoryPlace } from './navigation.ts'

/** Under which the session keeps where its reader was, by step of the history. */
const KEPT = 'skillshot scroll'

/** The browser's history. Where somebody was in a page is kept for the way back, also over a reload. */
export function createBrowserHistory(window: Window): HistoryPlace {
  const { history, location, sessionStorage } = window
  const tops = new Map<string, number>(JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as [string, number][])
  const href = (): string => location.pathname + location.search + location.hash
  const step = (): string => String((history.state as { step?: unknown } | null)?.step ?? 'first')
  let current = step()
  let steps = 0
  /** The address has moved on, the page not yet. */
  let moving = false
  const keep = (): void => {
    if (!moving) tops.set(current, window.scrollY)
  }
  window.addEventListener('scroll', keep, { passive: true })
  window.addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })
  window.addEventListener('pagehide', () => {
    // The browser puts a reloaded page where it was before its script is there.
    history.scrollRestoration = 'auto'
    sessionStorage.setItem(KEPT, JSON.stringify([...tops].slice(-100)))
  })
  return {
    get href() {
      return href()
    },
    go(to) {
      if (to === href()) return
      keep()
      moving = true
      current = `${Date.now()} ${++steps}`
      history.pushState({ step: current }, '', to)
    },
    onBack(listener) {
      window.addEventListener('popstate', () => {
        moving = true
        current = step()
        listener()
      })
    },
    arrive(how: Arrival) {
      moving = false
      if (how === 'stay') return
      const target = how === 'top' && location.hash !== '' ? document.getElementById(location.hash.slice(1)) : null
      if (target !== null) target.scrollIntoView()
      else window.scrollTo({ top: how === 'back' ? (tops.get(current) ?? 0) : 0, behavior: 'instant' })
    },
  }
}
