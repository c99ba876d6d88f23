import { describe, expect, it } from 'vitest'
import type { Round } from '../rounds.ts'
import { bestGameGames, groupMultiplier, knockoutGames, matchPlayGames, tgpPercent, usualGroupSize } from './meaningful-games.ts'

/** Rounds whose groups have these sizes; the winner of each group is its first entrant. */
const rounds = (count: number, sizes: readonly number[], gamesPerRound = 1): Round[] =>
  Array.from({ length: count * gamesPerRound }, () => ({
    byes: [],
    groups: sizes.map((size, group) => {
      const order = Array.from({ length: size }, (_, i) => `${group}-${i}`)
      return { machineId: 'afm', entrantIds: order, order }
    }),
  }))

// The cases of match play and best game are those of the specifications of haugstrup/IfpaTgpCalculator, except that groups of three count
// one and a half times since then.
describe('match play', () => {
  it.each([
    ['heads up', [2, 2], 5, 1, 5],
    ['heads up, two games a round', [2, 2], 5, 2, 10],
    ['heads up', [2, 2], 10, 1, 10],
    ['heads up, five games a round', [2, 2], 10, 5, 50],
    ['groups of three', [3, 3], 5, 1, 7.5],
    ['groups of three', [3, 3], 10, 1, 15],
    ['groups of four', [4, 4], 5, 1, 10],
    ['groups of four, two games a round', [4, 4], 5, 2, 20],
    ['groups of four', [4, 4], 10, 1, 20],
    ['groups of four, five games a round', [4, 4], 10, 5, 100],
  ])('%s (%j), %i rounds with %i games each, are %f meaningful games', (_, sizes, count, perRound, games) => {
    expect(matchPlayGames(rounds(count, sizes, perRound))).toBe(games)
  })

  it('counts a round by what most of its groups are, and the fewer players if they are even', () => {
    expect(usualGroupSize(rounds(1, [4, 4, 3])[0]!)).toBe(4)
    expect(usualGroupSize(rounds(1, [4, 3, 3])[0]!)).toBe(3)
    expect(usualGroupSize(rounds(1, [4, 3])[0]!)).toBe(3)
  })

  it('counts no round without a result', () => {
    expect(matchPlayGames([{ byes: [], groups: [{ machineId: 'afm', entrantIds: ['a', 'b'] }] }])).toBe(0)
    expect(matchPlayGames([])).toBe(0)
  })

  it('grades 20 rounds heads up 80 %, three rounds of three games in fours 72 %, and never more than 100 %', () => {
    expect(tgpPercent(matchPlayGames(rounds(20, [2, 2])))).toBe(80)
    expect(tgpPercent(matchPlayGames(rounds(3, [4, 4], 3)))).toBe(72)
    expect(tgpPercent(matchPlayGames(rounds(100, [4, 4], 3)))).toBe(100)
  })
})

describe('best game', () => {
  it('counts a game for each machine and score, of which three count at most', () => {
    expect([bestGameGames(5), bestGameGames(5, 1), bestGameGames(5, 3), bestGameGames(5, 4)]).toEqual([5, 5, 15, 15])
    expect([tgpPercent(0), tgpPercent(bestGameGames(1)), tgpPercent(bestGameGames(5)), tgpPercent(bestGameGames(5, 4))]).toEqual([
      0, 4, 20, 60,
    ])
  })

  it('adds one percent for each hour of unlimited qualifying, and counts each game twice from twenty hours on', () => {
    expect([0, 1, 19.9].map(hours => tgpPercent(0, hours))).toEqual([0, 1, 19])
    expect([0, 10, 20, 48].map(hours => tgpPercent(bestGameGames(10), hours))).toEqual([40, 50, 80, 80])
    expect(tgpPercent(bestGameGames(5), 20)).toBe(40)
    expect(tgpPercent(bestGameGames(30, 3), 20)).toBe(100)
  })
})

it('a knockout counts the games of its winner, by the size of each group', () => {
  const played = [...rounds(2, [4, 4]), ...rounds(1, [3, 2]), ...rounds(1, [2])]
  expect(knockoutGames(played, '0-0')).toBe(2 + 2 + 1.5 + 1)
  expect(knockoutGames(played, '1-1')).toBe(2 + 2 + 1)
  expect(knockoutGames(played, undefined)).toBe(0)
})

it('a game is worth more in a larger group, and no more than in one of four', () => {
  expect([1, 2, 3, 4, 5].map(groupMultiplier)).toEqual([0, 1, 1.5, 2, 2])
})
