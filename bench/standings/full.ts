import { ResultSet } from '#ddp/server/result-set.ts'
import { scoreStandings } from '#events/rules/standings/score-standings.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import { standingsDocument } from '#events/server/documents.ts'
import { type Cost, collectGarbage, measureCost, zeroCost } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'
import { createEventData, EVENT, type EventData, SHOWN, type Size } from './data.ts'

let data: EventData
let rows: StandingsEntry[] = []
const set = new ResultSet()

const recompute = (): void => {
  rows = scoreStandings(data.event, data.entrantIds, data.attempts)
}

serveCommands({
  build(size: Size) {
    data = createEventData(size)
    recompute()
  },
  async timed({ count, shown }: { count: number; shown: boolean }): Promise<Cost> {
    const attempts = Array.from({ length: count }, () => data.next())
    const cost = zeroCost()
    collectGarbage()
    await measureCost(cost, count, () => {
      for (const attempt of attempts) {
        data.attempts.push(attempt)
        recompute()
        if (!shown) continue
        set.replace('standings', new Map(rows.slice(0, SHOWN).map(row => [row.entrantId, standingsDocument(EVENT, row, undefined)])))
      }
    })
    return cost
  },
  /** Adds scores without measuring, so that this side has as many as the other one. */
  follow(count: number) {
    for (let i = 0; i < count; i++) data.attempts.push(data.next())
  },
  rows() {
    recompute()
    return rows
  },
})
