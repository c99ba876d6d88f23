import { addToTotals, type LastPlayed, type MachineTotals, setLastPlayed } from '#machines/server/shared/tally-store.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { type ScoreChange, scoreChanged } from './changes.ts'
import { isCounted, type ScoreRecord } from './score-fields.ts'
import { newestGame, recomputePersonalBest } from './store.ts'

/** What a score adds to the machine's number of scores and of values that end in 0. */
function countsOf(score: ScoreRecord): { scores: number; zeros: number } {
  const scores = Number(isCounted(score))
  return { scores, zeros: score.value % 10 === 0 ? scores : 0 }
}

const toWas = ({ value, strokes, status, underReview, oddness }: ScoreRecord) => ({ value, strokes, status, underReview, oddness })

const NOTHING = { scores: 0, zeros: 0 }

/** A change of a score. `before`: the score before it; null: it is a new one */
interface AppliedChange {
  before: ScoreRecord | null
  change: Omit<ScoreChange, 'tally' | 'was'>
}

/**
 * Updates the player's best and the machine's totals, in a transaction that has changed a score.
 * @param before the score before the change; null: it is a new one
 */
export async function applyScoreChange(tx: Db, before: ScoreRecord | null, change: AppliedChange['change']): Promise<NewChange> {
  const [applied] = await applyScoreChanges(tx, [{ before, change }])
  return applied!
}

/** The same for several scores. Rows are locked in the order that all writers use: bests, then totals, each by key. */
export async function applyScoreChanges(tx: Db, applied: readonly AppliedChange[]): Promise<NewChange[]> {
  const bests = new Map(applied.map(({ change: { score } }) => [`${score.machineId} ${score.userId}`, score]))
  const players = new Map<string, number>()
  for (const [, { machineId, userId }] of [...bests].sort(([a], [b]) => (a < b ? -1 : 1)))
    players.set(machineId, (players.get(machineId) ?? 0) + (await recomputePersonalBest(tx, machineId, userId)))
  const totals = new Map<string, { tally: MachineTotals } & LastPlayed>()
  for (const machineId of players.keys()) {
    const onMachine = applied.filter(({ change }) => change.score.machineId === machineId)
    const counts = onMachine.map(({ before, change: { op, score } }) => {
      const [old, current] = [before === null ? NOTHING : countsOf(before), op === 'removed' ? NOTHING : countsOf(score)]
      return { scores: current.scores - old.scores, zeros: current.zeros - old.zeros }
    })
    const sum = (of: 'scores' | 'zeros'): number => counts.reduce((total, count) => total + count[of], 0)
    const by = { scores: sum('scores'), zeros: sum('zeros'), players: players.get(machineId)! }
    const tally = await addToTotals(tx, machineId, by)
    const newestChanged = Math.max(...onMachine.map(({ change }) => change.score.achievedAt))
    const lastPlayed = counts.every(({ scores }) => scores === 0)
      ? {}
      : await setLastPlayed(tx, machineId, newestGame(machineId), newestChanged)
    totals.set(machineId, { tally, ...lastPlayed })
  }
  return applied.map(({ before, change }) =>
    scoreChanged.of({ ...change, ...(before === null ? {} : { was: toWas(before) }), ...totals.get(change.score.machineId)! }),
  )
}

/** The change-log entry of a change to a score that does not affect any board. */
export const toScoreChange = (change: Omit<ScoreChange, 'tally'>): NewChange => scoreChanged.of({ ...change, tally: null })
