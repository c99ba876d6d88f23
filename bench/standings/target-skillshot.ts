import { setTimeout as pause } from 'node:timers/promises'
import { ResultSet } from '#ddp/server/result-set.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { LiveStandings } from '#events/server/standings/live-standings.ts'
import { computeStandings } from '#events/server/standings/load-standings.ts'
import { standingsDocuments } from '#events/server/standings/standings-view-cache.ts'
import { type Cost, collectGarbage, measureCost, zeroCost } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'
import { createEventData, type EventData, type Size } from './data.ts'

/** The rows of a page, and of a page that shows them all, are two views. */
const VIEWS = [100, 1000]
/** computations before the measurement, so that it is of compiled code, as in a server that has run for a minute */
const WARM_UP = 150

let data: EventData
let standings: LiveStandings
let results = 0
const views = VIEWS.map(limit => ({ limit, set: new ResultSet() }))
/** when the results came that the views do not show yet, by `performance.now()` */
let waiting: number[] = []
/** ms from a result to the views that show it */
const delays: number[] = []

/** Loads the views again, as the server does. */
async function load(): Promise<void> {
  const shown = waiting
  waiting = []
  for (const { limit, set } of views)
    set.replace('standings', new Map(standingsDocuments(data.stored.event!.id, await standings.current(), { limit })))
  for (const at of shown) delays.push(performance.now() - at)
}

function addResult(): void {
  standings.apply(++results, { kind: 'attempt', attempt: data.next() })
  waiting.push(performance.now())
  if (waiting.length > 1) return
  systemClock.after(standings.rest, () => void setImmediate(() => void load()))
}

serveCommands({
  async build(size: Size) {
    data = createEventData(size)
    standings = new LiveStandings({
      clock: systemClock,
      read: async () => ({ position: 0, data: data.stored }),
      compute: computeStandings,
      applied: () => results,
    })
    for (let i = 0; i < WARM_UP; i++) {
      standings.apply(++results, { kind: 'attempt', attempt: data.next() })
      await load()
    }
  },
  async timed({ seconds, rate }: { seconds: number; rate: number }): Promise<{ cost: Cost; delays: number[] }> {
    const cost = zeroCost()
    collectGarbage()
    delays.length = 0
    await measureCost(cost, seconds * rate, async () => {
      const from = performance.now()
      for (let i = 1; i <= seconds * rate; i++) {
        addResult()
        await pause(from + (i * 1000) / rate - performance.now())
      }
    })
    return { cost, delays }
  },
})
