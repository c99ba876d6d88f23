/** ms after which a page that is still not high enough stays where it is */
const PATIENCE_MS = 10_000
/** What the user does to scroll or to act: from then on the page must not move by itself. */
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a position at once, or, if the page is not that high yet because its data is still on its way, as soon as it is. It gives up
 * when the user does something, and after ten seconds.
 * @param top px
 * @returns stops it; null if the position was reached at once
 */
export function scrollWhenReachable(window: Window & typeof globalThis, top: number, onEnd: () => void): (() => void) | null {
  const scroll = (): boolean => {
    window.scrollTo({ top, behavior: 'instant' })
    // Positions on the screen are whole device pixels, so the one that is reached may differ by less than one.
    return window.scrollY > top - 1
  }
  if (scroll()) return null
  const stop = (): void => {
    growth.disconnect()
    window.clearTimeout(timer)
    for (const input of INPUTS) window.removeEventListener(input, stop, { capture: true })
    onEnd()
  }
  const growth = new window.ResizeObserver(() => {
    if (scroll()) stop()
  })
  growth.observe(window.document.body)
  const timer = window.setTimeout(stop, PATIENCE_MS)
  for (const input of INPUTS) window.addEventListener(input, stop, { capture: true, passive: true })
  return stop
}
