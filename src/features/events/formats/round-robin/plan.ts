import type { BracketGame, BracketPlan } from '#events/rules/bracket/plan.ts'

/**
 * The games of a round robin by the circle method: one player stays where they are while the others move on by one seat each round, so that
 * everybody meets everybody once, and has one game in each round.
 * @param seats an even number; with an odd number of players one seat is nobody's @param meetings how often each pair meets
 */
export function roundRobin(seats: number, meetings: number): BracketPlan {
  const rounds = seats - 1
  const games: BracketGame[] = []
  for (let meeting = 0; meeting < meetings; meeting++)
    for (let r = 0; r < rounds; r++) {
      const moved = Array.from({ length: rounds }, (_, i) => ((i + r) % rounds) + 2)
      const circle = [1, ...moved]
      const round = meeting * rounds + r + 1
      for (let i = 0; i < seats / 2; i++) {
        const pair = [{ seed: circle[i]! }, { seed: circle[seats - 1 - i]! }]
        // Who was first in the first meeting is second in the next one.
        games.push({
          ...{ id: `r${round}-${i + 1}`, round, seats: meeting % 2 === 0 ? pair : pair.reverse() },
          ...{ winners: 1, level: round, waitsForPlayers: true },
        })
      }
    }
  return games
}
