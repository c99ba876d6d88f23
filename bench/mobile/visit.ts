import type { Browser } from 'playwright-core'

/** How many times slower than here a phone runs a page, as in Lighthouse. */
const SLOWER = 4
/** A task that takes longer (ms) delays what the user does meanwhile. */
const LONG_TASK = 50
/** The page is quiet as soon as each following span of `SPAN` ms has less than `QUIET` ms of work. */
const QUIET = 50
const SPAN = 1000
/** ms for which a page is watched. Everything that it does after it was opened must be over by then. */
const WATCHED_MS = 5000

/** What the page does in the main thread, in ms. */
export interface Visit {
  /** Processor time in which scripts are compiled and run, the layout that they ask for included. */
  script: number
  /** Total blocking time: by how much tasks after the first paint exceed 50 ms, all together. */
  blocking: number
  /** The longest task. */
  longest: number
  /** When the first contents are painted, after the navigation began. */
  paint: number
  /** When the work is over, after the navigation began. */
  quiet: number
}

/** What Chromium's trace calls the work of scripts: of classic ones, of modules, and of what both have registered. */
const SCRIPT_EVENTS = new Set(['v8.run', 'v8.compile', 'v8.compileModule', 'v8.evaluateModule', 'v8.callFunction', 'v8.newInstance'])

/** @property ts, dur µs on the clock. @property tdur µs on the processor */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { data?: { navigationId?: string } }
}

interface Task {
  /** ms after the navigation began */
  from: number
  to: number
}

/** Now and then a trace lacks the beginning of the navigation. Then the page is visited again, at most so often in all. */
const TRIES = 3

/** Opens an address in a browser that has not been on this site before, as a phone whose processor is slower. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  for (let i = 0; i < TRIES; i++) {
    const found = readVisit(await traceVisit(browser, url))
    if (found !== null) return found
  }
  throw new Error('The traces have no navigation')
}

async function traceVisit(browser: Browser, url: string): Promise<TraceEvent[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await browser.startTracing(page, { categories: ['toplevel', 'v8', 'blink.user_timing', 'loading'] })
    await page.goto(url)
    await page.waitForTimeout(WATCHED_MS)
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
    return traceEvents
  } finally {
    await context.close()
  }
}

/** @returns null: the trace does not have the whole visit */
function readVisit(events: readonly TraceEvent[]): Visit | null {
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint')
  const start = events.find(({ name, args }) => name === 'navigationStart' && args.data?.navigationId === painted?.args.data?.navigationId)
  if (painted === undefined || start === undefined) return null
  const { pid, tid, ts } = start
  const since = (at: number): number => (at - ts) / 1000
  const own = events.filter(event => event.pid === pid && event.tid === tid && event.ts >= ts)
  const paint = since(painted.ts)
  const tasks = own
    .filter(({ name, ph }) => ph === 'X' && name === 'ThreadControllerImpl::RunTask')
    .map((task): Task => ({ from: since(task.ts), to: since(task.ts + task.dur!) }))
  return {
    script: outermost(own.filter(({ name, ph }) => ph === 'X' && SCRIPT_EVENTS.has(name))).reduce(
      (sum, { tdur = 0 }) => sum + tdur / 1000,
      0,
    ),
    blocking: tasks.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, paint) - LONG_TASK), 0),
    longest: Math.max(...tasks.map(({ from, to }) => to - from)),
    paint,
    quiet: findQuiet(tasks),
  }
}

/** Leaves out what is inside of another. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = 0
  return [...events]
    .sort((a, b) => a.ts - b.ts || b.dur! - a.dur!)
    .filter(({ ts, dur = 0 }) => {
      const isInside = ts < end
      end = Math.max(end, ts + dur)
      return !isInside
    })
}

/** Returns the end of the last task that begins a span with too much work. */
function findQuiet(tasks: readonly Task[]): number {
  const last = tasks.findLast(({ from }) => {
    const work = tasks.filter(task => task.from >= from && task.from < from + SPAN).reduce((sum, task) => sum + task.to - task.from, 0)
    return work >= QUIET
  })
  return last?.to ?? 0
}
