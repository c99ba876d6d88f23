import { describe, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { swapStylesheets } from './hot-swap-css.ts'

/** The parts of a link element that the swap uses. `sheet`: null until the stylesheet has loaded. */
class Link {
  rel = 'stylesheet'
  href = ''
  sheet: object | null = null
  readonly #page: Link[]
  readonly #failed: (() => void)[] = []

  constructor(page: Link[]) {
    this.#page = page
  }

  getAttribute = (): string => this.href
  addEventListener = (_: 'error', listener: () => void): void => void this.#failed.push(listener)
  after = (...links: Link[]): void => void this.#page.splice(this.#page.indexOf(this) + 1, 0, ...links)
  remove = (): void => void this.#page.splice(this.#page.indexOf(this), 1)
  fail = (): void => {
    for (const listener of this.#failed) listener()
  }
}

/** A page with one stylesheet, `/old.css`, and a clock that only the test moves. */
function page() {
  const clock = manualClock()
  const began = clock.now()
  const links: Link[] = []
  const old = new Link(links)
  Object.assign(old, { href: '/old.css', sheet: {} })
  links.push(old)
  /** for each timer, when it was set, in ms from the beginning, and its delay in ms */
  const timers: [at: number, delay: number][] = []
  const watched = {
    now: () => clock.now(),
    after(delay: number, run: () => void) {
      timers.push([clock.now() - began, delay])
      return clock.after(delay, run)
    },
  }
  const document = {
    querySelectorAll: () => links,
    createElement: () => new Link(links),
    head: { append: (...added: Link[]) => links.push(...added) },
  }
  /** Advances the clock, then lets code continue that awaits a timer. */
  const advance = async (ms: number): Promise<void> => {
    clock.advance(ms)
    await new Promise(resolve => setImmediate(resolve))
  }
  const shown = (): string[] => links.map(({ href }) => href)
  return { links, timers, advance, shown, swap: (urls: string[]) => swapStylesheets(document as unknown as Document, urls, watched) }
}

describe('the stylesheet swap (mission §4, §9)', () => {
  it('polls every 50 ms for the new stylesheet, and removes the old one exactly 200 ms after it has loaded', async () => {
    const { links, timers, advance, shown, swap } = page()
    let done: boolean | null = null
    void swap(['/new.css']).then(swapped => {
      done = swapped
    })
    expect([shown(), timers]).toEqual([['/old.css', '/new.css'], [[0, 50]]])
    await advance(49)
    expect(timers).toEqual([[0, 50]])
    await advance(1)
    expect(timers).toEqual([
      [0, 50],
      [50, 50],
    ])
    await advance(50)
    // It loads between two checks; the delay counts from the next one.
    await advance(20)
    links[1]!.sheet = {}
    await advance(29)
    expect(timers).toEqual([
      [0, 50],
      [50, 50],
      [100, 50],
    ])
    await advance(1)
    expect(timers).toEqual([
      [0, 50],
      [50, 50],
      [100, 50],
      [150, 200],
    ])
    await advance(199)
    expect([shown(), done]).toEqual([['/old.css', '/new.css'], null])
    await advance(1)
    expect([shown(), done, timers.length]).toEqual([['/new.css'], true, 4])
  })

  it('does not poll if the new stylesheet is loaded at once', async () => {
    const { timers, advance, shown, swap } = page()
    const done = swap(['/old.css'])
    await advance(0)
    expect(timers).toEqual([[0, 200]])
    await advance(200)
    expect([await done, shown()]).toEqual([true, ['/old.css']])
  })

  it('waits for the slowest of several', async () => {
    const { links, timers, advance, shown, swap } = page()
    const done = swap(['/a.css', '/b.css'])
    links[1]!.sheet = {}
    await advance(50)
    links[2]!.sheet = {}
    await advance(50)
    expect(timers).toEqual([
      [0, 50],
      [50, 50],
      [100, 200],
    ])
    await advance(200)
    expect([await done, shown()]).toEqual([true, ['/a.css', '/b.css']])
  })

  it('changes nothing if one fails to load, at the next poll', async () => {
    const { links, timers, advance, shown, swap } = page()
    const done = swap(['/a.css', '/b.css'])
    links[1]!.sheet = {}
    links[2]!.fail()
    await advance(49)
    expect(shown()).toEqual(['/old.css', '/a.css', '/b.css'])
    await advance(1)
    expect([await done, shown(), timers]).toEqual([false, ['/old.css'], [[0, 50]]])
  })
})
