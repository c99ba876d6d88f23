let blockers = 0

/** Blocks automatic reloads of the page. @returns a function that releases the block; calling it again has no effect */
export function blockReload(): () => void {
  let isBlocked = true
  blockers++
  return () => {
    if (isBlocked) blockers--
    isBlocked = false
  }
}

/** True while an automatic reload of the page is blocked. */
export const isReloadBlocked = (): boolean => blockers > 0
