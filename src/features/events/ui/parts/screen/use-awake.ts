import { useEffect } from 'react'

/** ms after which a page that cannot connect any more is loaded anew */
const GIVE_UP = 30_000

/** Keeps the screen from going dark, where the browser can, and asks again whenever it is seen again. */
export function useAwake(): void {
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [])
}

/** Nobody stands at a television to press "Reload". @param failed the page is older than the server, and cannot connect */
export function useFreshPage(failed: boolean): void {
  useEffect(() => {
    if (!failed) return
    const timer = setTimeout(() => window.location.reload(), GIVE_UP)
    return () => clearTimeout(timer)
  }, [failed])
}
