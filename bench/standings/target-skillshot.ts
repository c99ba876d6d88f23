import { ResultSet } from '#ddp/server/result-set.ts'
import { standingsDocument } from '#events/server/documents.ts'
import { IncrementalScoreStandings } from '#events/server/standings/incremental-score-standings.ts'
import { type Cost, collectGarbage, measureCost, zeroCost } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'
import { createEventData, EVENT, type EventData, SHOWN, type Size } from './data.ts'

let data: EventData
let standings: IncrementalScoreStandings
const set = new ResultSet()

/** Updates the documents of a page as the server's view does after a score. */
function show(changed: ReadonlySet<string>): void {
  const rows = standings.rows(0, SHOWN)
  const shown = new Set(rows.map(({ entrantId }) => entrantId))
  for (const id of set.ids('standings')) if (!shown.has(id)) set.remove('standings', id)
  for (const row of rows) {
    if (changed.has(row.entrantId) || set.get('standings', row.entrantId) === undefined)
      set.put('standings', row.entrantId, standingsDocument(EVENT, row, undefined))
  }
}

serveCommands({
  build(size: Size) {
    data = createEventData(size)
    standings = new IncrementalScoreStandings(data.event, data.entrantIds, data.attempts)
    show(new Set())
  },
  async timed({ count, shown }: { count: number; shown: boolean }): Promise<Cost> {
    const attempts = Array.from({ length: count }, () => data.next())
    const cost = zeroCost()
    collectGarbage()
    await measureCost(cost, count, () => {
      for (const attempt of attempts) {
        const changed = standings.apply({ kind: 'attempt', attempt })
        if (shown) show(changed!)
      }
    })
    return cost
  },
  rows: () => standings.rows(0, standings.size),
})
