import { describe, expect, it } from 'vitest'
import { oneGame } from '#events/rules/bracket/follow-group.ts'
import { type BracketOfTest, fieldOf, type Results, resolved, seedOf } from '#events/rules/bracket/testing/play-bracket.ts'
import { seededRandom } from '#events/rules/draw/seeded-random.ts'
import { formatRules } from '../registry.ts'
import { roundRobin } from './plan.ts'

const robinOf = (players: number, meetings: number): BracketOfTest => ({
  plan: roundRobin(players + (players % 2), meetings),
  field: [...fieldOf(players), ...(players % 2 === 1 ? [null] : [])],
  follow: oneGame,
})

/** Plays to the end. Each step begins all games that can be played and finishes one of those that are being played. */
function playFreely(bracket: BracketOfTest, random: () => number): { results: Results; most: number } {
  const results: Results = new Map()
  let most = 0
  for (;;) {
    const open = resolved(bracket, results).games.filter(({ state }) => state === 'playing')
    if (open.length === 0) return { results, most }
    const seated = open.flatMap(({ players }) => players)
    expect(new Set(seated).size).toBe(seated.length)
    for (const { id, players } of open) if (!results.has(id)) results.set(id, [{ machineId: '', entrantIds: [...players] }])
    most = Math.max(most, open.length)
    const { id, players } = open[Math.floor(random() * open.length)]!
    results.set(id, [{ machineId: '', entrantIds: [...players], order: [...players] }])
  }
}

describe('a round robin', () => {
  it('lets each pair meet once, or twice, and each player play once a round, for any number of players from 2 to 32', () => {
    for (const meetings of [1, 2])
      for (let players = 2; players <= 32; players++) {
        const pairs = new Map<string, number>()
        const inRound = new Map<string, number>()
        for (const { seats, round } of roundRobin(players + (players % 2), meetings)) {
          const seeds = seats.map(seat => ('seed' in seat ? seat.seed : 0)).sort((a, b) => a - b)
          pairs.set(seeds.join(), (pairs.get(seeds.join()) ?? 0) + 1)
          for (const seed of seeds) inRound.set(`${round} ${seed}`, (inRound.get(`${round} ${seed}`) ?? 0) + 1)
        }
        const size = players + (players % 2)
        expect(pairs.size).toBe((size * (size - 1)) / 2)
        expect([...pairs.values()].every(count => count === meetings)).toBe(true)
        expect([...inRound.values()].every(count => count === 1)).toBe(true)
      }
  })

  it('begins a game as soon as both players are free, and never takes back one that is being played', () => {
    for (const players of [3, 4, 7, 10]) {
      const bracket = robinOf(players, 1)
      const { results, most } = playFreely(bracket, seededRandom(`robin ${players}`))
      expect(results.size).toBe((players * (players - 1)) / 2)
      expect(most).toBe(Math.floor(players / 2))
      expect(resolved(bracket, results).isDecided).toBe(true)
    }
  })

  it('is won by the one with the most wins', () => {
    const bracket = robinOf(5, 2)
    const { results } = playFreely(bracket, seededRandom('wins'))
    const groups = [...results].flatMap(([bracketGame, games]) =>
      games.map(game => ({ ...game, bracketGame, order: game.order!.toSorted((a, b) => seedOf(a) - seedOf(b)) })),
    )
    const rows = formatRules({ kind: 'round-robin', meetings: 2 }).standings([], fieldOf(5), {
      rounds: [{ groups, byes: [], field: [...bracket.field] }],
    })
    expect(rows.map(({ rank, entrantId, points }) => [rank, entrantId, points / 1000])).toEqual([
      [1, 'p1', 8],
      [2, 'p2', 6],
      [3, 'p3', 4],
      [4, 'p4', 2],
      [5, 'p5', 0],
    ])
  })
})
