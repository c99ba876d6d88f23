import { ResultSet } from '../../src/ddp/server/result-set.ts'
import { scoreStandings } from '../../src/features/events/rules/standings/score-standings.ts'
import type { StandingsEntry } from '../../src/features/events/rules/standings/standings-entry.ts'
import { standingsDocument } from '../../src/features/events/server/documents.ts'
import { collectGarbage, nothing, type Spent, spend } from '../lib/meter.ts'
import { answer } from '../lib/worker.ts'
import { EVENT, type Night, nightOf, SHOWN, type Size } from './data.ts'

let night: Night
let rows: StandingsEntry[] = []
const set = new ResultSet()

const recompute = (): void => {
  rows = scoreStandings(night.event, night.entrantIds, night.attempts)
}

answer({
  build(size: Size) {
    night = nightOf(size)
    recompute()
  },
  async timed({ count, shown }: { count: number; shown: boolean }): Promise<Spent> {
    const attempts = Array.from({ length: count }, () => night.next())
    const spent = nothing()
    collectGarbage()
    await spend(spent, count, () => {
      for (const attempt of attempts) {
        night.attempts.push(attempt)
        recompute()
        if (!shown) continue
        set.replace('standings', new Map(rows.slice(0, SHOWN).map(row => [row.entrantId, standingsDocument(EVENT, row, undefined)])))
      }
    })
    return spent
  },
  /** Adds scores without measuring, so that this side has as many as the other one. */
  follow(count: number) {
    for (let i = 0; i < count; i++) night.attempts.push(night.next())
  },
  rows() {
    recompute()
    return rows
  },
})
