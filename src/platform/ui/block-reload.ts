let holds = 0

/** Keeps the page from being loaded again by itself until what this returns is called. */
export function holdReload(): () => void {
  let held = true
  holds++
  return () => {
    if (held) holds--
    held = false
  }
}

/** Somebody keeps the page from being loaded again. */
export const reloadHeld = (): boolean => holds > 0
