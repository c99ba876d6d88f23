const TIMEOUT_MS = 30_000

/** Polls every 20 ms until `condition` returns true. @throws Error after `timeoutMs` ms, by default half a minute */
export async function waitUntil(what: string, condition: () => boolean | Promise<boolean>, timeoutMs = TIMEOUT_MS): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${timeoutMs / 1000} s until ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Waits for a fixed time, so that a failure can last. */
export const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
