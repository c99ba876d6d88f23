import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GroupPoints } from '#events/formats/group-points.ts'
import { groupPoints } from '#events/formats/group-points.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { Strikes } from '#events/formats/strikes/rules.ts'
import { type MatchGroup, orderProblem, type Round } from '../rounds.ts'
import { roundsOf } from '../testing/by-format.ts'
import { shownPoints } from './points.ts'
import { RoundStandings, roundStandings } from './round-standings.ts'
import type { StandingsEntry } from './standings-entry.ts'

/** Returns a finished group. @param order its players by place, first place first */
const group = (machineId: string, ...order: string[]): MatchGroup => ({ machineId, entrantIds: [...order].sort(), order })
const round = (...groups: MatchGroup[]): Round => ({ groups, byes: [] })

const matchPlay = (points: GroupPoints): MatchPlay => ({ kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 5, points })
const strikes = (kind: Strikes['strikes'], strikesToLeave: number): Strikes => ({
  kind: 'strikes',
  groupSize: 4,
  strikesToLeave,
  strikes: kind,
})

const shown = (rows: readonly StandingsEntry[]) => rows.map(row => [row.entrantId, row.rank, shownPoints(row.points)])
const survived = (rows: readonly StandingsEntry[]) => rows.map(row => [row.entrantId, row.rank, row.strikes, row.outIn])

describe('standings of match play', () => {
  const rounds = [
    round(group('m1', 'a', 'b', 'c', 'd'), group('m2', 'e', 'f', 'g')),
    round(group('m3', 'e', 'a', 'b'), group('m4', 'f', 'c', 'd', 'g')),
  ]

  it('add up the points of groups', () => {
    const rows = roundStandings(roundsOf(matchPlay('ifpa')), [...'gfedcbah'], rounds)
    expect(shown(rows)).toEqual([
      ['e', 1, 14],
      ['a', 2, 11],
      ['f', 2, 11],
      ['c', 4, 8],
      ['b', 5, 6],
      ['d', 6, 4],
      ['g', 7, 2],
      ['h', 8, 0],
    ])
    expect(rows[3]!.games).toEqual([
      { round: 1, machineId: 'm1', place: 3, points: 3000 },
      { round: 2, machineId: 'm4', place: 2, points: 5000 },
    ])
  })

  it('break ties between equal totals by places', () => {
    const rows = roundStandings(
      roundsOf(matchPlay('pinburgh')),
      ['a', 'b', 'c'],
      [round(group('m1', 'a', 'b', 'c')), round(group('m2', 'b', 'c', 'a'))],
    )
    expect(shown(rows)).toEqual([
      ['b', 1, 4.5],
      ['a', 2, 3],
      ['c', 3, 1.5],
    ])
    const tied = roundStandings(
      roundsOf(matchPlay('papa')),
      ['a', 'b'],
      [round(group('m1', 'a', 'x', 'y', 'z')), ...[1, 2].map(() => round(group('m1', 'x', 'b', 'y', 'z')))],
    )
    expect(tied.map(row => [row.entrantId, row.points, row.rank, row.tieBreak])).toEqual([
      ['a', 4000, 1, 1],
      ['b', 4000, 2, 1],
    ])
  })

  it('leave out groups without a result, and count a bye as a win in a group of two', () => {
    const open: Round = { groups: [{ machineId: 'm1', entrantIds: ['a', 'b'] }], byes: ['c'] }
    const rows = roundStandings(roundsOf(matchPlay('ifpa')), ['a', 'b', 'c'], [open])
    expect(shown(rows)).toEqual([
      ['c', 1, 7],
      ['a', 2, 0],
      ['b', 2, 0],
    ])
    expect(rows[0]!.games).toEqual([{ round: 1, machineId: null, place: null, points: 7000 }])
  })

  it('give every group of the same size the same sum of points', () => {
    const orders = fc.shuffledSubarray([...'abcdef'], { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.constantFrom<GroupPoints>('ifpa', 'papa', 'pinburgh', 'winner'),
        fc.array(orders, { maxLength: 8, size: 'max' }),
        (points, played) => {
          const rows = roundStandings(
            roundsOf(matchPlay(points)),
            [...'abcdef'],
            played.map(order => round(group('m1', ...order))),
          )
          for (const [i, order] of played.entries()) {
            const paid = rows.flatMap(row => row.games ?? []).filter(game => game.round === i + 1)
            const sum = groupPoints(points, order.length as 2 | 3 | 4).reduce((total, each) => total + each, 0)
            expect(paid.reduce((total, game) => total + game.points, 0)).toBe(sum)
          }
        },
      ),
    )
  })
})

describe('standings of strikes', () => {
  const rounds = [
    round(group('m1', 'a', 'b', 'c', 'd')),
    round(group('m2', 'b', 'a', 'd', 'c')),
    round(group('m3', 'a', 'b')),
    round(group('m4', 'a', 'b')),
  ]

  it('put remaining players first, by fewest strikes, then eliminated players by how late they were eliminated', () => {
    expect(survived(roundStandings(roundsOf(strikes('fair', 3)), [...'abcd'], rounds.slice(0, 1)))).toEqual([
      ['a', 1, 0, undefined],
      ['b', 2, 1, undefined],
      ['c', 3, 1, undefined],
      ['d', 4, 2, undefined],
    ])
    expect(survived(roundStandings(roundsOf(strikes('fair', 3)), [...'abcd'], rounds))).toEqual([
      ['a', 1, 1, undefined],
      ['b', 2, 3, 4],
      ['c', 3, 3, 2],
      ['d', 3, 3, 2],
    ])
  })

  it('depend on how strikes are distributed', () => {
    const dealt = (kind: Strikes['strikes']) =>
      roundStandings(roundsOf(strikes(kind, 9)), [...'abcd'], rounds.slice(0, 1)).map(row => row.strikes)
    expect([dealt('standard'), dealt('fair'), dealt('progressive')]).toEqual([
      [0, 0, 1, 1],
      [0, 1, 1, 2],
      [0, 1, 2, 3],
    ])
  })

  it('ignore games after a player’s elimination, and give no strike for a bye', () => {
    const rounds: Round[] = [round(group('m1', 'a', 'b')), { groups: [group('m2', 'b', 'a')], byes: ['c'] }]
    expect(survived(roundStandings(roundsOf(strikes('standard', 1)), ['a', 'b', 'c', 'd'], rounds))).toEqual([
      ['c', 1, 0, undefined],
      ['a', 2, 1, 2],
      ['b', 3, 1, 1],
      ['d', 4, 0, undefined],
    ])
  })
})

describe('standings that are computed again and again', () => {
  const PLAYERS = [...'abcdefgh']
  const newRound = (players: readonly string[], size: number): Round => {
    const groups = Array.from({ length: Math.floor(players.length / size) }, (_, i) => players.slice(i * size, (i + 1) * size))
    return { groups: groups.map(entrantIds => ({ machineId: 'm', entrantIds })), byes: players.slice(groups.length * size) }
  }
  const change = fc.oneof(
    fc.record({ kind: fc.constant('draw' as const), order: fc.shuffledSubarray(PLAYERS, { minLength: 4 }) }),
    fc.record({ kind: fc.constant('result' as const), round: fc.nat(3), group: fc.nat(3), seed: fc.nat(23), tied: fc.boolean() }),
    fc.record({ kind: fc.constant('void' as const), round: fc.nat(3), group: fc.nat(3) }),
    fc.record({ kind: fc.constant('undo' as const) }),
    fc.record({ kind: fc.constant('leave' as const), player: fc.constantFrom(...PLAYERS) }),
    fc.record({ kind: fc.constant('enter' as const), player: fc.constantFrom(...PLAYERS) }),
  )
  const rankedByPlaces = (rows: readonly StandingsEntry[]): StandingsEntry[] => rows.filter(({ rankKey }) => rankKey !== undefined)
  const rules = [
    roundsOf(matchPlay('papa')),
    roundsOf(matchPlay('ifpa'), { tieBreaks: ['wins', 'head-to-head'] }),
    roundsOf(strikes('progressive', 4)),
  ]

  it('are those that are computed once, after any changes, and keep the rows of whom nothing has changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.integer({ min: 2, max: 4 }),
        fc.array(change, { maxLength: 30 }),
        (rules, size, changes) => {
          const standings = new RoundStandings(rules)
          const rounds: Round[] = []
          const entrants = new Set(PLAYERS)
          let before: readonly StandingsEntry[] = []
          for (const change of changes) {
            const groups = 'round' in change ? rounds[change.round]?.groups : undefined
            const played = 'round' in change ? groups?.[change.group] : undefined
            if (change.kind === 'draw' && rounds.length < 4) rounds.push(newRound(change.order, size))
            else if (change.kind === 'undo') rounds.pop()
            else if (change.kind === 'leave') entrants.delete(change.player)
            else if (change.kind === 'enter') entrants.add(change.player)
            else if (change.kind === 'void' && played !== undefined)
              groups![change.group] = { machineId: played.machineId, entrantIds: played.entrantIds }
            else if (change.kind === 'result' && played !== undefined) {
              const order = played.entrantIds.toSorted(
                (a, b) => ((a.charCodeAt(0) * change.seed) % 5) - ((b.charCodeAt(0) * change.seed) % 5),
              )
              const places = order.map((_, i) => (i === 1 ? 1 : i + 1))
              groups![change.group] = { ...played, order, ...(change.tied && rules.mayShare(order.length, 1) ? { places } : {}) }
            }
            const rows = standings.compute([...entrants], rounds)
            expect(rows).toEqual(roundStandings(rules, [...entrants], rounds))
            for (const row of rankedByPlaces(rows)) {
              const earlier = before.find(({ entrantId }) => entrantId === row.entrantId)
              const hasOthers = played?.entrantIds.includes(row.entrantId) ?? false
              if (!hasOthers && JSON.stringify(earlier) === JSON.stringify(row)) expect(row).toBe(earlier)
            }
            before = rows
          }
        },
      ),
    )
  })
})

describe('the result of a group', () => {
  it('names each of its players once', () => {
    const four = { machineId: 'm1', entrantIds: ['a', 'b', 'c', 'd'] }
    expect(orderProblem(four, ['d', 'a', 'c', 'b'])).toBeNull()
    for (const order of [
      ['a', 'b', 'c'],
      ['a', 'b', 'c', 'c'],
      ['a', 'b', 'c', 'x'],
      ['a', 'b', 'c', 'd', 'a'],
    ])
      expect(orderProblem(four, order)).toBe('must name each player of the group once, the winner first')
  })
})

describe('adjustments', () => {
  const adjust = (entrantId: string, amount: number, afterRound: number) => ({ entrantId, amount, afterRound, reason: 'why' })

  it('add to a player’s points and take from them, and are shown in the row', () => {
    const rounds = [round(group('m1', 'a', 'b', 'c', 'd'))]
    const rows = roundStandings(roundsOf(matchPlay('ifpa')), [...'abcd'], rounds, [adjust('a', -2500, 1), adjust('b', 1000, 0)])
    expect(shown(rows)).toEqual([
      ['b', 1, 6],
      ['a', 2, 4.5],
      ['c', 3, 3],
      ['d', 4, 1],
    ])
    expect(rows[0]!.adjustments).toEqual([adjust('b', 1000, 0)])
    expect(rows[2]!.adjustments).toBeUndefined()
  })

  it('let a player who enters a knockout late start with strikes', () => {
    const rows = roundStandings(
      roundsOf(strikes('progressive', 3)),
      [...'abcde'],
      [round(group('m1', 'a', 'b', 'c')), round(group('m1', 'a', 'e'))],
      [adjust('e', 2, 1)],
    )
    expect(survived(rows)).toEqual([
      ['a', 1, 0, undefined],
      ['b', 2, 1, undefined],
      ['c', 3, 2, undefined],
      ['e', 4, 3, 2],
      ['d', 5, 0, undefined],
    ])
  })

  it('eliminate a player at the end of their round, and what was played before stays as it was', () => {
    const rounds = [round(group('m1', 'a', 'b')), round(group('m1', 'a', 'b'))]
    const out = (afterRound: number) =>
      survived(roundStandings(roundsOf(strikes('standard', 2)), ['a', 'b'], rounds, [adjust('a', 2, afterRound)])).find(
        ([id]) => id === 'a',
      )
    expect(out(0)).toEqual(['a', 2, 2, 1])
    expect(out(1)!.slice(2)).toEqual([2, 1])
    expect(out(2)!.slice(2)).toEqual([2, 2])
  })

  it('keep a player in whose strike is taken back at the end of the round', () => {
    const rounds = [round(group('m1', 'a', 'b')), round(group('m1', 'b', 'a'))]
    const rows = roundStandings(roundsOf(strikes('standard', 1)), ['a', 'b'], rounds, [adjust('b', -1, 1)])
    expect(survived(rows)).toEqual([
      ['b', 1, 0, undefined],
      ['a', 2, 1, 2],
    ])
  })

  it('are the same after each change as if everything had been added up anew', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...'abcd'), fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 2 })), { maxLength: 5 }),
        changes => {
          const rounds = [round(group('m1', 'a', 'b', 'c', 'd')), round(group('m2', 'd', 'c', 'b', 'a'))]
          const rules = roundsOf(strikes('fair', 3))
          const kept = new RoundStandings(rules)
          const all = changes.map(([entrantId, amount, afterRound]) => adjust(entrantId, amount, afterRound))
          for (let count = 0; count <= all.length; count++)
            expect(kept.compute([...'abcd'], rounds, all.slice(0, count))).toEqual(
              roundStandings(rules, [...'abcd'], rounds, all.slice(0, count)),
            )
        },
      ),
    )
  })
})
