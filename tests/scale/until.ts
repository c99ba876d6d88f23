const PATIENCE = 30_000

/** Resolves when `holds` does; asks every few ms what another process will not tell by itself. @throws Error after half a minute */
export async function until(what: string, holds: () => boolean | Promise<boolean>, patience = PATIENCE): Promise<void> {
  const end = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${patience / 1000} s until ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** For a failure to last: the one thing here that is waited for by the clock. */
export const lasting = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
