import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StandingsGame } from '#events/contract/documents.ts'
import type { MatchGroup, Round } from '#events/rules/rounds.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import { roundStandings } from '#events/rules/standings/round-standings.ts'
import { roundsOf } from '#events/rules/testing/by-format.ts'
import { lastRound, toCells } from './round-matrix.ts'

const game = (round: number, points: number, more: Partial<StandingsGame> = {}): StandingsGame => ({
  round,
  machineId: 'afm',
  place: 1,
  points,
  ...more,
})

it('has a cell for each round, which adds up its games; rounds without a result stay empty', () => {
  const late = { games: [game(2, 0.1), game(2, 0.2, { game: 2 }), game(3, 7, { machineId: null, place: null })] }
  const rows = [late, { games: [game(1, 7), game(4, 5, { strikes: 2 })] }, {}]
  expect(lastRound(rows)).toBe(4)
  expect(toCells(late, 4).map(cell => cell && [cell.points, cell.games.length, cell.isBye])).toEqual([
    null,
    [0.3, 2, false],
    [7, 1, true],
    null,
  ])
  expect(toCells(rows[1]!, 4)[3]).toMatchObject({ round: 4, strikes: 2 })
  expect([lastRound([]), toCells({}, 2)]).toEqual([0, [null, null]])
})

const PLAYERS = ['a', 'b', 'c', 'd', 'e']
const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc
    .tuple(fc.shuffledSubarray(PLAYERS, { minLength: 5 }), fc.integer({ min: 1, max: 3 }), fc.boolean())
    .map(([[bye, ...rest], games, isFinished]) => ({
      byes: [bye!],
      groups: [rest.slice(0, 2), rest.slice(2)].flatMap((order, group) =>
        Array.from(
          { length: games },
          (_, i): MatchGroup => ({
            ...(i === 0 ? {} : { game: i + 1 }),
            machineId: `m${i}`,
            entrantIds: order,
            ...(isFinished || group === 0 ? { order } : {}),
          }),
        ),
      ),
      ...(games === 1 ? {} : { gamesPerGroup: games }),
    })),
  { maxLength: 6 },
)

it('adds up to the points of the standings', () => {
  const rules = roundsOf({ kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 9, points: 'pinburgh' })
  fc.assert(
    fc.property(rounds, played => {
      const rows = roundStandings(rules, PLAYERS, played).map(({ games = [], points }) => ({
        points: shownPoints(points),
        games: games.map(each => ({ ...each, points: shownPoints(each.points) })),
      }))
      for (const row of rows) {
        const cells = toCells(row, lastRound(rows))
        expect(cells.reduce((sum, cell) => sum + (cell?.points ?? 0), 0)).toBeCloseTo(row.points, 3)
        expect(cells.flatMap(cell => cell?.games ?? [])).toEqual(row.games)
      }
    }),
  )
})
