import { ResultSet } from '../../src/ddp/server/result-set.ts'
import { standingsDocument } from '../../src/features/events/server/documents.ts'
import { IncrementalScoreStandings } from '../../src/features/events/server/standings/incremental-score-standings.ts'
import { collectGarbage, nothing, type Spent, spend } from '../lib/meter.ts'
import { answer } from '../lib/worker.ts'
import { EVENT, type Night, nightOf, SHOWN, type Size } from './data.ts'

let night: Night
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

answer({
  build(size: Size) {
    night = nightOf(size)
    standings = new IncrementalScoreStandings(night.event, night.entrantIds, night.attempts)
    show(new Set())
  },
  async timed({ count, shown }: { count: number; shown: boolean }): Promise<Spent> {
    const attempts = Array.from({ length: count }, () => night.next())
    const spent = nothing()
    collectGarbage()
    await spend(spent, count, () => {
      for (const attempt of attempts) {
        const changed = standings.apply({ kind: 'attempt', attempt })
        if (shown) show(changed!)
      }
    })
    return spent
  },
  rows: () => standings.rows(0, standings.size),
})
