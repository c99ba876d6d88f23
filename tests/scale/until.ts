const PATIENCE = 30_000

/** Polls every 20 ms until `holds` returns true. @throws Error after `patience` ms, by default half a minute */
export async function until(what: string, holds: () => boolean | Promise<boolean>, patience = PATIENCE): Promise<void> {
  const end = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${patience / 1000} s until ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Waits for a fixed time, so that a failure can last. */
export const lasting = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
