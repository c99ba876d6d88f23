import type { EntrantProgress, RoundOutcome } from './entrant-progress.ts'
import { THOUSANDTHS } from './points.ts'

/** True if the game counts for the entrant: games after the elimination do not, even in the same round. */
function countsGame({ progress: { outIn }, outcomes }: EntrantProgress, { round, game }: RoundOutcome): boolean {
  return outIn === null || round < outIn || (round === outIn && game <= outcomes.at(-1)!.game)
}

/** Returns in how many games an entrant finished ahead of another, less those in which it finished behind; null: they never met. */
function lead(entrant: EntrantProgress, other: EntrantProgress): number | null {
  let met = false
  let ahead = 0
  for (const outcome of entrant.outcomes) {
    const { group, place } = outcome
    const index = group?.order?.indexOf(other.entrantId) ?? -1
    if (group === null || place === null || index === -1 || !countsGame(other, outcome)) continue
    met = true
    ahead += Math.sign((group.places?.[index] ?? index + 1) - place)
  }
  return met ? ahead : null
}

/**
 * Compares tied entrants by the games in which they met each other: whoever was ahead more often than behind gets one point for the
 * opponent, and both get half a point if they are level.
 * @param tied entrants with the same total
 * @returns the points (thousandths) by entrant; null: some of them never met, so that the comparison would not be fair
 */
export function headToHead(tied: readonly EntrantProgress[]): ReadonlyMap<string, number> | null {
  const points = new Map(tied.map(({ entrantId }): [string, number] => [entrantId, 0]))
  const add = (entrantId: string, sign: number): unknown => points.set(entrantId, points.get(entrantId)! + ((1 + sign) * THOUSANDTHS) / 2)
  for (const [i, entrant] of tied.entries()) {
    for (const other of tied.slice(i + 1)) {
      const ahead = lead(entrant, other)
      if (ahead === null) return null
      add(entrant.entrantId, Math.sign(ahead))
      add(other.entrantId, -Math.sign(ahead))
    }
  }
  return points
}
