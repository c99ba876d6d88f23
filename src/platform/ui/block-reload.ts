let holds = 0

/** Blocks automatic reloads of the page. @returns a function that releases the block; calling it again has no effect */
export function holdReload(): () => void {
  let held = true
  holds++
  return () => {
    if (held) holds--
    held = false
  }
}

/** True while an automatic reload of the page is blocked. */
export const reloadHeld = (): boolean => holds > 0
