/** ms after which work is no longer put off */
const PATIENCE_MS = 3000

/** Resolves when the browser has nothing else to do, so that what nobody waits for does not delay what a user does. */
export const whenIdle = (): Promise<void> =>
  new Promise(resolve => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS })
    else setTimeout(resolve, 200)
  })
