import type { Page } from 'playwright-core'

/** Begins to add up how far things on a page move (CLS), whatever the reason. @returns a function that tells the sum so far */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<number>> {
  const key = `shifts${Math.random()}`
  await page.evaluate(name => {
    const sums = window as unknown as { [name: string]: number }
    sums[name] = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) sums[name]! += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift' })
  }, key)
  return () =>
    page.evaluate(async name => {
      // The observer is called after a frame has been painted.
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
      return (window as unknown as { [name: string]: number })[name]!
    }, key)
}

/** Adds up how far things on a page have moved since it began to load, unless somebody pressed something (CLS as browsers' tools count it). */
export const sumLayoutShifts = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let sum = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    // The observer is called after a frame has been painted.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    return sum
  })
