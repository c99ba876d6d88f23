import { expect, it } from 'vitest'
import { doubleEliminationGames, groupBracketGames } from './bracket-table.ts'

// The values are those of the table, given here size by size.
it('the table promises 5 games for a double elimination of 4 to 7 players, and one more for each doubling', () => {
  const games = (players: number): number | undefined => doubleEliminationGames(players)
  expect([3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128].map(games)).toEqual([undefined, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, undefined])
})

it('the table promises 6 games for each round of three games in a bracket of groups, and 8 for four', () => {
  expect([3, 4, 5, 6, 11, 12, 22, 23, 45, 46, 91, 92].map(players => groupBracketGames(players, 3))).toEqual([
    ...[undefined, 6, 6, 12, 12, 18, 18, 24, 24, 30, 30, undefined],
  ])
  expect([5, 11, 22, 45, 46].map(players => groupBracketGames(players, 4))).toEqual([8, 16, 24, 32, undefined])
  expect(groupBracketGames(16, 2)).toBeUndefined()
})
