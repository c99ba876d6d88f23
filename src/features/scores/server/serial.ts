/** Runs steps one after another; the first runs at once when nothing is under way and returns nothing when it did not have to wait. One that fails keeps the next from nothing. */
export function serial(): (step: () => void | Promise<void>) => void | Promise<void> {
  let busy: Promise<void> | null = null
  return step => {
    const run = busy === null ? step() : busy.then(step, step)
    if (run === undefined) return
    const mine: Promise<void> = run.then(
      () => done(mine),
      error => {
        done(mine)
        throw error
      },
    )
    mine.catch(() => undefined)
    busy = mine
    return mine
  }
  function done(mine: Promise<void>): void {
    if (busy === mine) busy = null
  }
}
