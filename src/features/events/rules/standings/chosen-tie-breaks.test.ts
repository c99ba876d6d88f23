import { describe, expect, it } from 'vitest'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import { roundRules } from '#events/formats/registry.ts'
import type { Strikes } from '#events/formats/strikes/rules.ts'
import type { MatchGroup, Round } from '../rounds.ts'
import type { ByeWorth, TieBreak } from '../standings-options.ts'
import { roundStandings } from './round-standings.ts'
import type { StandingsEntry } from './standings-entry.ts'
import { shownDecision } from './tie-break.ts'

const matchPlay = (points: MatchPlay['points']): MatchPlay => ({ kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 9, points })

/** A finished group. @param order its players, the first place first */
const group = (order: string, places?: number[]): MatchGroup => ({
  machineId: 'm1',
  entrantIds: [...order].sort(),
  order: [...order],
  ...(places === undefined ? {} : { places }),
})
const round = (...orders: string[]): Round => ({ groups: orders.map(order => group(order)), byes: [] })

/** Returns the rank of each player, and what decided it with which figures. */
function ranked(rows: readonly StandingsEntry[]): string[] {
  return rows.map(({ entrantId, rank, decidedBy }) => {
    if (decidedBy === undefined) return `${rank} ${entrantId}`
    const { by, own, other } = shownDecision(decidedBy)
    return `${rank} ${entrantId} ${by} ${own}:${other}`
  })
}
const standings = (players: string, tieBreaks: readonly TieBreak[], rounds: readonly Round[], points: MatchPlay['points'] = 'winner') =>
  ranked(roundStandings(roundRules(matchPlay(points), { tieBreaks })!, [...players], rounds))

describe('head to head', () => {
  it('decides between two players of a round robin who have as many points', () => {
    const all = [round('ab', 'dc'), round('ad', 'bc'), round('ca', 'bd')]
    expect(standings('abcd', ['head-to-head'], all)).toEqual([
      '1 a head-to-head 1:0',
      '2 b head-to-head 0:1',
      '3 d head-to-head 1:0',
      '4 c head-to-head 0:1',
    ])
    // Places, which decide if nothing is chosen, do not tell them apart.
    expect(standings('abcd', ['places'], all)).toEqual(['1 a', '1 b', '3 c', '3 d'])
  })

  it('does not decide a circle, nor among players of whom two never met', () => {
    expect(standings('abcd', ['head-to-head'], [round('ab', 'cd'), round('bc', 'ad'), round('ca', 'bd')])).toEqual([
      '1 a',
      '1 b',
      '1 c',
      '4 d',
    ])
    // Both a and b beat c, but they never met each other.
    expect(standings('abc', ['head-to-head'], [round('ac', 'xb'), round('bc'), round('cy')])).toEqual(['1 a', '1 b', '1 c'])
  })

  it('does not count a game after the elimination of one of the two, in whatever order they are compared (seed 1607809717)', () => {
    const strikes: Strikes = { kind: 'strikes', groupSize: 3, strikesToLeave: 2, strikes: 'progressive' }
    // The first game eliminates a, the second b.
    const games = ['cba', 'cab'].map((order, i): MatchGroup => ({ ...group(order), game: i + 1 }))
    const rules = roundRules(strikes, { tieBreaks: ['head-to-head'] })!
    for (const players of ['abc', 'cba'])
      expect(ranked(roundStandings(rules, [...players], [{ groups: games, byes: [], gamesPerGroup: 2 }]))).toEqual([
        '1 c',
        '2 b head-to-head 1:0',
        '3 a head-to-head 0:1',
      ])
  })

  it('is compared again among those whom it left level', () => {
    const all = [round('ab', 'cd'), round('ac', 'bd'), round('da', 'bc'), round('ce', 'df')]
    expect(standings('abcdef', ['head-to-head'], all)).toEqual([
      '1 a head-to-head 1:0',
      '2 b head-to-head 0:1',
      '3 c head-to-head 1:2',
      '4 d head-to-head 0:1',
      '5 e',
      '5 f',
    ])
  })

  it('counts for each pair who was ahead more often in groups of any size, and half a point if they are level', () => {
    // a was ahead of b twice of three times; c is level with both.
    const all = [round('abc'), round('cba'), round('xab')]
    const points = { custom: { 4: [0, 0, 0, 0], 3: [0, 0, 0], 2: [0, 0] } }
    expect(standings('abc', ['head-to-head'], all, points)).toEqual([
      '1 a head-to-head 1.5:1',
      '2 c head-to-head 1:1.5',
      '3 b head-to-head 0.5:1',
    ])
  })
})

describe('the other tie-breaks', () => {
  it('count wins: first places that nobody shares', () => {
    // a: 4 + 1, b: 3 + 2, since two who share the first place have 3 points each.
    const all: Round[] = [
      { groups: [group('axyz'), group('bcvw', [1, 1, 3, 4])], byes: [] },
      { groups: [group('xyaz'), group('vbwt')], byes: [] },
    ]
    expect(standings('ab', ['wins'], all, 'papa')).toEqual(['1 a wins 1:0', '2 b wins 0:1'])
  })

  it('add up the points of all opponents: Buchholz', () => {
    // a 3, b 3, c 3, d 0, e 6, f 3; a met c and e, b met d and f, c met a and d, f met e and b.
    const all = [round('ac', 'bd', 'ef'), round('ea', 'fb', 'cd')]
    expect(standings('abcdef', ['buchholz'], all, 'pinburgh')).toEqual([
      '1 e',
      '2 a buchholz 9:3',
      '2 f buchholz 9:3',
      '4 b buchholz 3:9',
      '4 c buchholz 3:9',
      '6 d',
    ])
  })

  it('leave out the best and the worst opponent: Median-Buchholz', () => {
    // a 5, b 6, c 3, d 0, e 5, f 6, g 1, h 2. Both b and f have opponents with 16 points in all.
    const all = [round('abcd', 'efgh'), round('bced', 'fhag')]
    expect(standings('abcdefgh', ['buchholz', 'median-buchholz'], all, 'papa')).toEqual([
      // a 5, c 3, d 0, c 3, e 5, d 0
      '1 b median-buchholz 11:10',
      // e 5, g 1, h 2, h 2, a 5, g 1
      '2 f median-buchholz 10:11',
      '3 a',
      '3 e',
      '5 c',
      '6 h',
      '7 g',
      '8 d',
    ])
  })

  it('count somebody who was met twice twice, and a bye not at all', () => {
    const all: Round[] = [round('ab', 'cd'), round('ab', 'cd'), { groups: [], byes: ['a', 'c'] }, round('de')]
    // a 3, c 3, d 1, b 0. a met b twice (0), c met d twice (1 each).
    expect(standings('abcde', ['buchholz'], all).slice(0, 2)).toEqual(['1 c buchholz 2:0', '2 a buchholz 0:2'])
  })

  it('compare the best round', () => {
    const all = [round('awxy', 'ubvt'), round('wxya', 'ubvt')]
    expect(standings('ab', ['highest-round'], all, 'papa')).toEqual(['1 a highest-round 4:2', '2 b highest-round 2:4'])
  })

  it('compare places as before, with the place whose count decided', () => {
    const all = [round('awxy', 'ubvt'), round('wxya', 'ubvt')]
    const rows = roundStandings(roundRules(matchPlay('papa'), { tieBreaks: ['wins', 'places'] })!, ['a', 'b'], all)
    expect(ranked(rows)).toEqual(['1 a wins 1:0', '2 b wins 0:1'])
    const placed = roundStandings(roundRules(matchPlay('papa'), { tieBreaks: ['head-to-head', 'places'] })!, ['a', 'b'], all)
    expect(ranked(placed)).toEqual(['1 a places 1:0', '2 b places 0:1'])
    expect(placed.map(({ tieBreak }) => tieBreak)).toEqual([1, 1])
  })
})

describe('a list of tie-breaks', () => {
  it('goes on with the next one for those who are still level, and does not begin anew', () => {
    // a, b and c beat each other in a circle and have 9 points each; a has two wins. b beat c.
    const all = [round('ab'), round('bc'), round('ca'), round('apqr', 'sbtu', 'vcwx'), round('sbtu', 'vcwx')]
    expect(standings('abc', ['head-to-head', 'wins'], all, 'papa')).toEqual(['1 a wins 2:1', '2 b wins 1:2', '2 c wins 1:2'])
    // In the other order, b and c are compared by their game.
    expect(standings('abc', ['wins', 'head-to-head'], all, 'papa')).toEqual(['1 a wins 2:1', '2 b wins 1:2', '3 c head-to-head 0:1'])
  })

  it('may be empty: then equal points share the rank, but whoever has not played stands behind', () => {
    expect(standings('abc', [], [round('awxy', 'ubvt')], { custom: { 4: [0, 0, 0, 0], 3: [0, 0, 0], 2: [0, 0] } })).toEqual([
      '1 a',
      '1 b',
      '3 c',
    ])
  })

  it('breaks ties of players with as many strikes, and leaves out games after an elimination', () => {
    const strikes: Strikes = { kind: 'strikes', groupSize: 2, strikesToLeave: 2, strikes: 'standard' }
    const rules = roundRules(strikes, { tieBreaks: ['head-to-head'] })!
    const all = [round('ab', 'cd'), round('ca', 'bd')]
    // c none, a and b one each, d out in round 2
    expect(ranked(roundStandings(rules, [...'abcd'], all))).toEqual(['1 c', '2 a head-to-head 1:0', '3 b head-to-head 0:1', '4 d'])
  })
})

describe('a bye', () => {
  it('is worth a win, half of it, or nothing', () => {
    const points = (byes: ByeWorth, table: MatchPlay['points']) =>
      roundStandings(roundRules(matchPlay(table), { byes })!, ['a'], [{ groups: [], byes: ['a'] }])[0]!.points
    expect((['full', 'half', 'none'] as const).map(byes => points(byes, 'ifpa'))).toEqual([7000, 3500, 0])
    expect(points('half', { custom: { 4: [9, 6, 3, 0], 3: [9, 4.5, 0], 2: [4.25, 0] } })).toBe(2125)
  })
})

describe('a bye in Buchholz', () => {
  const rounds: Round[] = [
    { groups: [group('ab')], byes: ['c'] },
    { groups: [group('bc')], byes: ['a'] },
  ]
  const ranks = (byeOpponent: 'none' | 'self') =>
    ranked(roundStandings(roundRules(matchPlay('winner'), { tieBreaks: ['buchholz'], byeOpponent })!, [...'abc'], rounds))

  it('counts nothing in events from before, and the player’s own total as of that round where that is chosen', () => {
    // a: 2 points, met b; b: 1 point; c: 1 point, met b.
    expect(ranks('none')).toEqual(['1 a', '2 b buchholz 3:1', '3 c buchholz 1:3'])
    expect(ranks('self')).toEqual(['1 a', '2 b buchholz 3:2', '3 c buchholz 2:3'])
  })
})
