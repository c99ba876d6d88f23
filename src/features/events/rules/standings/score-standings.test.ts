import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PinGolf } from '#events/formats/pin-golf/strokes.ts'
import type { Attempt } from '../attempt.ts'
import { isValid } from '../attempts.ts'
import { adjustmentLists, attemptLists, entrantLists, MACHINES, scoreFormats, windowLists } from '../testing/arbitraries.ts'
import { type ScoreFormat, scoreEvent } from '../testing/by-format.ts'
import { shownPoints } from './points.ts'
import { scoreStandings } from './score-standings.ts'
import type { StandingsEntry } from './standings-entry.ts'

/** Builds attempts from a table: by machine, then by entrant, the value, or the value and the ball. */
const games = (table: Record<string, Record<string, number | [value: number, strokes: number]>>): Attempt[] =>
  Object.entries(table).flatMap(([machineId, column]) =>
    Object.entries(column).map(([entrantId, game]) => ({
      id: `${entrantId}/${machineId}`,
      entrantId,
      machineId,
      at: 0,
      ...(typeof game === 'number' ? { value: game } : { value: game[0], strokes: game[1] }),
    })),
  )

const shown = (rows: readonly StandingsEntry[]) => rows.map(row => [row.entrantId, row.rank, shownPoints(row.points), row.tieBreak])
const machinesOf = (rows: readonly StandingsEntry[], entrantId: string) => rows.find(row => row.entrantId === entrantId)!.machines

describe('standings of a best-game event', () => {
  const league = games({
    m1: { ann: 500, bob: 300, cat: 300, guest: 100 },
    m2: { bob: 70, ann: 60, guest: 50 },
    m3: { guest: 9, cat: 8 },
  })
  const everybody = ['ann', 'bob', 'cat', 'guest', 'eve']
  const event = (more: object) => ({
    format: { kind: 'best-game', points: 'papa', ...more } as ScoreFormat,
    machineIds: ['m1', 'm2', 'm3'],
  })

  it('add up points by rank on each machine, the same for equal scores; players without a score come last', () => {
    const rows = scoreStandings(scoreEvent(event({})), everybody, league)
    expect(shown(rows)).toEqual([
      ['guest', 1, 269, null],
      ['ann', 2, 190, null],
      ['bob', 2, 190, null],
      ['cat', 4, 180, null],
      ['eve', 5, 0, null],
    ])
    const onFirst = ['ann', 'bob', 'cat', 'guest'].map(id => machinesOf(rows, id)[0]!)
    expect(onFirst.map(({ rank }) => rank)).toEqual([1, 2, 2, 4])
    expect(onFirst.map(({ points }) => shownPoints(points))).toEqual([100, 90, 90, 84])
    expect(machinesOf(rows, 'eve')).toEqual([])
  })

  it('count only the best machines if the format limits their number', () => {
    const rows = scoreStandings(scoreEvent(event({ machinesCounted: 2 })), everybody, league)
    expect(shown(rows)).toEqual([
      ['ann', 1, 190, null],
      ['bob', 1, 190, null],
      ['guest', 3, 185, null],
      ['cat', 4, 180, null],
      ['eve', 5, 0, null],
    ])
    expect(machinesOf(rows, 'guest').map(({ machineId, counted }) => [machineId, counted])).toEqual([
      ['m1', false],
      ['m2', true],
      ['m3', true],
    ])
  })

  it('break ties between equal totals by first places, and report that', () => {
    const table = games({ m1: { ann: 3, bob: 2, cat: 1 }, m2: { cat: 3, bob: 2, ann: 1 } })
    const rows = scoreStandings(scoreEvent(event({ points: { custom: [10, 8, 6] } })), ['ann', 'bob', 'cat'], table)
    expect(shown(rows)).toEqual([
      ['ann', 1, 16, 1],
      ['cat', 1, 16, 1],
      ['bob', 3, 16, 1],
    ])
  })

  it('add fractions exactly', () => {
    const table = games({ m1: { ann: 3, bob: 2 }, m2: { ann: 3, bob: 2 }, m3: { ann: 3, bob: 2 } })
    expect(shown(scoreStandings(scoreEvent(event({ points: { custom: [0.2, 0.1] } })), ['ann', 'bob'], table))).toEqual([
      ['ann', 1, 0.6, null],
      ['bob', 2, 0.3, null],
    ])
  })
})

describe('standings of a high-score event', () => {
  it('are sorted by first places, then second places, whatever the scores add up to', () => {
    const table = games({
      m1: { ann: 2_000, bob: 1_000 },
      m2: { bob: 9_000_000_000, ann: 1 },
      m3: { ann: 30, cat: 20, bob: 10 },
    })
    const rows = scoreStandings(
      scoreEvent({ format: { kind: 'high-score' }, machineIds: ['m1', 'm2', 'm3'] }),
      ['ann', 'bob', 'cat', 'eve'],
      table,
    )
    expect(shown(rows)).toEqual([
      ['ann', 1, 0, 1],
      ['bob', 2, 0, 1],
      ['cat', 3, 0, 1],
      ['eve', 4, 0, 2],
    ])
  })

  it('equal the machine’s board if there is only one machine', () => {
    const table = games({ m1: { ann: 10, bob: 30, cat: 20, dan: 20 } })
    const rows = scoreStandings(scoreEvent({ format: { kind: 'high-score' }, machineIds: ['m1'] }), ['ann', 'bob', 'cat', 'dan'], table)
    expect(rows.map(row => [row.entrantId, row.rank])).toEqual([
      ['bob', 1],
      ['cat', 2],
      ['dan', 2],
      ['ann', 4],
    ])
  })
})

describe('standings of a pin-golf event', () => {
  it('are sorted by fewest strokes, with the worst number for holes that were not played', () => {
    const format: PinGolf = { kind: 'pin-golf', balls: 3, missed: 'graded', targets: { m1: 700, m2: 1000 } }
    const table = games({
      m1: { ann: [700, 2], bob: [800, 1], cat: 350 },
      m2: { ann: 999, cat: [1000, 3] },
      m3: { bob: 5_000 },
    })
    const rows = scoreStandings(scoreEvent({ format, machineIds: ['m1', 'm2', 'm3'] }), ['ann', 'bob', 'cat', 'dan'], table)
    expect(rows.map(row => [row.entrantId, row.rank, row.strokes, row.machines.map(({ strokes, rank }) => [strokes, rank])])).toEqual([
      [
        'ann',
        1,
        6,
        [
          [2, 2],
          [4, 2],
        ],
      ],
      [
        'cat',
        2,
        10,
        [
          [7, 3],
          [3, 1],
        ],
      ],
      ['bob', 3, 11, [[1, 1]]],
      ['dan', 4, 20, []],
    ])
  })

  it('put players who missed before players who never played, at equal strokes', () => {
    const format: PinGolf = { kind: 'pin-golf', balls: 5, missed: 'simple', targets: { m1: 100 } }
    const rows = scoreStandings(scoreEvent({ format, machineIds: ['m1'] }), ['dan', 'eve'], games({ m1: { eve: 1 } }))
    expect(rows.map(row => [row.entrantId, row.rank, row.strokes, row.tieBreak])).toEqual([
      ['eve', 1, 6, 1],
      ['dan', 2, 6, 1],
    ])
  })
})

describe('standings from attempts', () => {
  const cases = fc.tuple(scoreFormats, entrantLists, attemptLists, windowLists)

  it('are the same whatever the order of attempts and entrants', () => {
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat()), ([format, entrants, attempts, windows], keys) => {
        const shuffle = <T>(list: readonly T[]): T[] =>
          list
            .map(each => ({ each, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ each }) => each)
        const straight = scoreStandings(scoreEvent({ format, machineIds: MACHINES, windows }), entrants, attempts)
        expect(
          scoreStandings(scoreEvent({ format, machineIds: MACHINES, windows: shuffle(windows) }), shuffle(entrants), shuffle(attempts)),
        ).toEqual(straight)
      }),
      { numRuns: 300 },
    )
  })

  it('ignore attempts that are void, rejected or pending', () => {
    fc.assert(
      fc.property(cases, ([format, entrants, attempts, windows]) => {
        const valid = attempts.filter(attempt => isValid(attempt, windows))
        const event = { format, machineIds: MACHINES }
        expect(scoreStandings(scoreEvent({ ...event, windows }), entrants, attempts)).toEqual(
          scoreStandings(scoreEvent(event), entrants, valid),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('rank by totals to which what a director has added is added, which the rows show', () => {
    fc.assert(
      fc.property(cases, adjustmentLists, ([format, entrants, attempts, windows], adjustments) => {
        const event = { format, machineIds: MACHINES, windows }
        const plain = new Map(scoreStandings(scoreEvent(event), entrants, attempts).map(row => [row.entrantId, row]))
        const rows = scoreStandings(scoreEvent({ ...event, adjustments }), entrants, attempts)
        const isAdjusted = format.kind !== 'high-score'
        for (const { entrantId, points, strokes, machines, adjustments: own } of rows) {
          const added = adjustments.filter(each => each.entrantId === entrantId)
          const sum = isAdjusted ? added.reduce((total, { amount }) => total + amount, 0) : 0
          const before = plain.get(entrantId)!
          expect(own ?? []).toEqual(isAdjusted ? added : [])
          expect([points, strokes]).toEqual(format.kind === 'pin-golf' ? [0, before.strokes! + sum] : [before.points + sum, undefined])
          expect(machines).toEqual(before.machines)
        }
        const totals = rows.map(({ points, strokes }) => (strokes === undefined ? points : -strokes))
        expect(totals).toEqual([...totals].sort((a, b) => b - a))
      }),
      { numRuns: 300 },
    )
  })

  it('have one row for each entrant, ranks by the number of better entrants, and entrants who never played at the end', () => {
    fc.assert(
      fc.property(cases, ([format, entrants, attempts, windows]) => {
        const rows = scoreStandings(scoreEvent({ format, machineIds: MACHINES, windows }), entrants, attempts)
        expect(rows.map(row => row.entrantId).sort()).toEqual([...entrants].sort())
        for (const [i, row] of rows.entries()) {
          expect(row.rank).toBe(i > 0 && rows[i - 1]!.rank === row.rank ? rows[i - 1]!.rank : i + 1)
          if (row.machines.length > 0) expect(rows[i - 1]?.machines.length).not.toBe(0)
        }
      }),
      { numRuns: 300 },
    )
  })
})
