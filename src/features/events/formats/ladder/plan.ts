import type { BracketGame, BracketPlan, Seat } from '#events/rules/bracket/plan.ts'

/**
 * The games of a ladder: the lowest seeds begin; who comes last in a game is out, and the next better seed joins the others. The game that the
 * best seed joins is the last one.
 */
export function ladder(entrants: number, groupSize: number): BracketPlan {
  const size = Math.min(groupSize, entrants)
  const count = entrants - size + 1
  return Array.from({ length: count }, (_, i): BracketGame => {
    const round = i + 1
    const joining: Seat[] = [{ seed: entrants - size + 1 - i }]
    const staying = Array.from(
      { length: size - 1 },
      (_, place): Seat => (i === 0 ? { seed: entrants - size + 2 + place } : { of: `s${round - 1}`, place: place + 1 }),
    )
    return { id: `s${round}`, round, seats: [...joining, ...staying], winners: round === count ? 1 : size - 1, level: round }
  })
}
