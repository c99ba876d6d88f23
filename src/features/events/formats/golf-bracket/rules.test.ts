import { describe, expect, it } from 'vitest'
import { bracketOf } from '#events/rules/bracket/bracket-rules.ts'
import { fieldOf } from '#events/rules/bracket/testing/play-bracket.ts'
import { seededRandom } from '#events/rules/draw/seeded-random.ts'
import { type MatchGroup, placesOfScores, type Round, strokesProblem } from '#events/rules/rounds.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import { type GolfBracket, golfBracketFormat } from './rules.ts'

const format: GolfBracket = { kind: 'golf-bracket', holes: 3, targets: {} }
const rules = golfBracketFormat.rules(format, undefined as never)

/** Returns a hole as it is stored: the fewest strokes first. */
function hole(bracketGame: string, strokes: Record<string, number>, game?: number): MatchGroup {
  const order = Object.keys(strokes).toSorted((a, b) => strokes[a]! - strokes[b]!)
  const scores = order.map(id => strokes[id]!)
  const more = game === undefined ? {} : { game }
  return { machineId: 'm', entrantIds: Object.keys(strokes), bracketGame, order, places: placesOfScores(scores), scores, ...more }
}

/** Plays the whole bracket, each hole as `count` says. */
function play(players: number, count: (player: string, id: string, game: number) => number): { rounds: Round[]; rows: StandingsEntry[] } {
  const field = fieldOf(players)
  const rounds: Round[] = [{ groups: [], byes: [], field }]
  for (;;) {
    const open = bracketOf(rules.bracket!, rounds)!.games.filter(({ state }) => state === 'playing')
    if (open.length === 0) return { rounds, rows: rules.standings([], field, { rounds }) }
    for (const { id, round, players: own } of open) {
      while (rounds.length < round) rounds.push({ groups: [], byes: [] })
      const played = rounds[round - 1]!.groups.filter(({ bracketGame }) => bracketGame === id).length
      const strokes = Object.fromEntries(own.map(player => [player, count(player, id, played + 1)]))
      rounds[round - 1]!.groups.push(hole(id, strokes, played === 0 ? undefined : played + 1))
    }
  }
}

describe('a bracket of pin-golf', () => {
  it('lets the two with the fewest strokes of a group go on, and ranks the others by their strokes', () => {
    // Seed n needs n strokes on the first hole of a round and one on the others.
    const { rows } = play(8, (player, _id, game) => (game === 1 ? Number(player.slice(1)) : 1))
    expect(rows.map(({ entrantId, rank }) => [entrantId, rank])).toEqual(fieldOf(8).map((player, i) => [player, i + 1]))
    expect(rows[0]!.games!.map(({ strokes }) => strokes)).toEqual([1, 1, 1, 1, 1, 1])
    expect(rows[0]!.outIn).toBeUndefined()
    expect(rows[7]!.outIn).toBe(1)
  })

  it('plays off a tie at the line by one more hole, as often as it takes', () => {
    let ties = 0
    const { rounds, rows } = play(4, (player, id) => {
      if (!id.endsWith('-tie')) return 3
      ties++
      return id.endsWith('-tie-tie') ? Number(player.slice(1)) : player === 'p4' ? 5 : 2
    })
    expect(rounds[0]!.groups.map(({ bracketGame }) => bracketGame).slice(3)).toEqual(['g1-1-tie', 'g1-1-tie-tie'])
    expect(ties).toBe(4 + 3)
    expect(rows.map(({ entrantId, rank }) => [entrantId, rank])).toEqual(fieldOf(4).map((player, i) => [player, i + 1]))
  })

  it('has a champion who was never below the line, whatever the strokes, for any number from 2 to 128', () => {
    for (let players = 2; players <= 128; players++) {
      const random = seededRandom(`golf ${players}`)
      const { rows, rounds } = play(players, () => 1 + Math.floor(random() * 10))
      expect(rows).toHaveLength(players)
      const [champion] = rows.filter(({ rank }) => rank === 1)
      for (const { games } of [bracketOf(rules.bracket!, rounds)!])
        for (const { players: own, progress, id } of games.filter(game => game.players.includes(champion!.entrantId)))
          if (!id.endsWith('-tie')) {
            const { order, places } = progress!.outcome!
            expect(places[order.indexOf(champion!.entrantId)]).toBeLessThanOrEqual(own.length > 2 ? 2 : 1)
          }
    }
  })
})

describe('strokes of a result', () => {
  it('are from 1 to 10, one of each player, the fewest first, and equal ones share a place', () => {
    expect(strokesProblem([2, 3, 3, 10], [1, 2, 2, 4])).toBeNull()
    expect(strokesProblem([1, 2], null)).toBeNull()
    for (const wrong of [
      [0, 1],
      [1, 11],
      [1, null],
    ])
      expect(strokesProblem(wrong, null)).toMatch(/from 1 to 10/)
    expect(strokesProblem([3, 2], null)).toMatch(/fewest strokes first/)
    expect(strokesProblem([2, 2], null)).toMatch(/fewest strokes first/)
    expect(strokesProblem([2, 3], [1, 1])).toMatch(/fewest strokes first/)
  })
})
