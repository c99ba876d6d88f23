import { asksBeforeLeaving } from '#platform/ui/leave-guard.ts'
import type { BrowserHistory, ScrollTarget } from '../navigation.ts'
import { scrollWhenReachable } from './scroll-when-reachable.ts'

/** Key in sessionStorage of the scroll positions, which are stored by history step. */
const STORAGE_KEY = 'skillshot scroll'

/** Returns the browser's history. Scroll positions are kept so that going back restores them, also after a reload. */
export function createBrowserHistory(window: Window & typeof globalThis): BrowserHistory {
  const { history, location, sessionStorage } = window
  const scrollPositions = new Map<string, number>(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][])
  const href = (): string => location.pathname + location.search + location.hash
  const step = (): string => String((history.state as { step?: unknown } | null)?.step ?? 'first')
  let current = step()
  let steps = 0
  /** True while the address has changed but its page is not rendered yet. */
  let moving = false
  /** Ends the wait for a page that is not yet high enough for the position to which the user went back; null: there is none. */
  let stopWaiting: (() => void) | null = null
  const savePosition = (): void => {
    if (!moving && stopWaiting === null) scrollPositions.set(current, window.scrollY)
  }
  window.addEventListener('scroll', savePosition, { passive: true })
  window.addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })
  window.addEventListener('pagehide', () => {
    // The browser restores the scroll position of a reloaded page itself, before the page's script runs.
    history.scrollRestoration = 'auto'
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...scrollPositions].slice(-100)))
  })
  return {
    get href() {
      return href()
    },
    go(address, isReplacing) {
      if (address === href()) return
      savePosition()
      stopWaiting?.()
      moving = true
      current = `${Date.now()} ${++steps}`
      history[isReplacing ? 'replaceState' : 'pushState']({ step: current }, '', address)
    },
    onBack(listener) {
      let isReturning = false
      window.addEventListener('popstate', () => {
        // The step that takes a held one back, after which nothing has happened.
        if (isReturning) {
          isReturning = false
          return
        }
        if (asksBeforeLeaving()) {
          isReturning = true
          history.forward()
          return
        }
        stopWaiting?.()
        moving = true
        current = step()
        listener()
      })
    },
    scrollTo(how: ScrollTarget) {
      moving = false
      if (how === 'stay') return
      if (how === 'back') {
        stopWaiting = scrollWhenReachable(window, scrollPositions.get(current) ?? 0, () => {
          stopWaiting = null
        })
        return
      }
      const target = location.hash !== '' ? document.getElementById(location.hash.slice(1)) : null
      if (target !== null) target.scrollIntoView()
      else window.scrollTo({ top: 0, behavior: 'instant' })
    },
  }
}
