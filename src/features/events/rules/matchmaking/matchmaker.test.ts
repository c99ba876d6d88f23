import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../draw/seeded-random.ts'
import { estimateWait, type MatchmakingRules, type MatchmakingState, makeGames } from './matchmaker.ts'

const PAIRS: MatchmakingRules = { groupSize: 2, gamesEach: null, minutes: null, waitsForUnmet: false }

const pairKey = (a: string, b: string): string => [a, b].sort().join(' ')

/** A state in which the given pairs have met, and everybody has begun as many games. */
function stateOf(waiting: readonly string[], met: ReadonlySet<string>, free: number): MatchmakingState {
  const timesMet = (a: string, b: string): number => (met.has(pairKey(a, b)) ? 1 : 0)
  return { waiting, playing: [], gamesBegun: () => 0, timesMet, free }
}

/** Returns how many pairs of players who have not met there can be at most, by trying all. */
function mostUnmetPairs(players: readonly string[], met: ReadonlySet<string>): number {
  const [first, ...others] = players
  if (first === undefined) return 0
  const paired = others
    .filter(other => !met.has(pairKey(first, other)))
    .map(
      other =>
        1 +
        mostUnmetPairs(
          others.filter(each => each !== other),
          met,
        ),
    )
  return Math.max(mostUnmetPairs(others, met), ...paired)
}

interface Evening {
  seed: number
  players?: number
  machines?: number
  minutes?: number
}

/** Plays a frenzy whose games take 4 to 10 minutes. */
function playEvening({ seed, players: count = 40, machines = 15, minutes = 180 }: Evening) {
  const random = seededRandom(String(seed))
  const players = Array.from({ length: count }, (_, i) => `p${i}`)
  const begun = new Map(players.map(id => [id, 0]))
  const met = new Set<string>()
  let waiting = [...players]
  let playing: { until: number; ids: string[] }[] = []
  const seen = { games: 0, rematchesBesideUnmet: 0, idle: 0, lead: 0 }
  for (let now = 0; now < minutes; ) {
    const before = waiting
    const state = { ...stateOf(waiting, met, machines - playing.length), gamesBegun: (id: string) => begun.get(id)! }
    const games = makeGames(PAIRS, { ...state, playing: playing.flatMap(({ ids }) => ids) })
    const started = new Set(games.flat())
    waiting = waiting.filter(id => !started.has(id))
    for (const ids of games) {
      const [a, b] = ids as [string, string]
      const isRematch = met.has(pairKey(a, b))
      const hasChoice = waiting.some(id => before.includes(id) && (!met.has(pairKey(a, id)) || !met.has(pairKey(b, id))))
      if (isRematch && hasChoice) seen.rematchesBesideUnmet++
      for (const id of ids) begun.set(id, begun.get(id)! + 1)
      playing.push({ until: now + 4 + 6 * random(), ids })
    }
    for (const [a, b] of games as [string, string][]) met.add(pairKey(a, b))
    seen.games += games.length
    if (playing.length < machines && waiting.length > 1) seen.idle++
    const counts = [...begun.values()]
    if (now > 0) seen.lead = Math.max(seen.lead, Math.max(...counts) - Math.min(...counts))
    playing = playing.sort((a, b) => a.until - b.until)
    const ended = playing.shift()!
    now = ended.until
    waiting.push(...ended.ids)
  }
  const counts = [...begun.values()]
  return { ...seen, end: Math.max(...counts) - Math.min(...counts) }
}

describe('makeGames', () => {
  it('begins as many games between players who have not met as there can be, up to ten players', () => {
    const nights = fc.record({
      count: fc.integer({ min: 2, max: 10 }),
      pairs: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 40 }),
      free: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(nights, ({ count, pairs, free }) => {
        const players = Array.from({ length: count }, (_, i) => `p${i}`)
        const met = new Set(pairs.map(([a, b]) => pairKey(`p${a}`, `p${b}`)))
        const games = makeGames(PAIRS, stateOf(players, met, free)) as [string, string][]
        expect(new Set(games.flat()).size).toBe(2 * games.length)
        expect(games).toHaveLength(Math.min(free, Math.floor(count / 2)))
        const unmet = games.filter(([a, b]) => !met.has(pairKey(a, b)))
        expect(unmet).toHaveLength(Math.min(free, mostUnmetPairs(players, met)))
      }),
      { numRuns: 500 },
    )
  })

  it('begins with those who have begun the fewest games, then with those who have waited longest', () => {
    const begun: Record<string, number> = { a: 2, b: 1, c: 1, d: 0 }
    const state = { ...stateOf(['a', 'b', 'c', 'd'], new Set(), 1), gamesBegun: (id: string) => begun[id]! }
    expect(makeGames(PAIRS, state)).toEqual([['d', 'b']])
    expect(makeGames(PAIRS, { ...state, free: 2 })).toEqual([
      ['d', 'b'],
      ['c', 'a'],
    ])
  })

  it('leaves out those who have played all their games, and lets the rest wait for opponents whom they have not met', () => {
    const rules = { ...PAIRS, gamesEach: 2, waitsForUnmet: true }
    const begun: Record<string, number> = { a: 1, b: 1, c: 2, d: 1 }
    const state = { ...stateOf(['a', 'b', 'c'], new Set([pairKey('a', 'b')]), 3), gamesBegun: (id: string) => begun[id]! }
    expect(makeGames(rules, { ...state, playing: ['d'] })).toEqual([])
    expect(makeGames({ ...rules, waitsForUnmet: false }, { ...state, playing: ['d'] })).toEqual([['a', 'b']])
    expect(makeGames(rules, state)).toEqual([['a', 'b']])
  })

  it('makes groups of those who have met least, and smaller ones where fewer are left', () => {
    const threes = { ...PAIRS, groupSize: 3 }
    const met = new Set([pairKey('a', 'b'), pairKey('a', 'c')])
    expect(makeGames(threes, stateOf(['a', 'b', 'c', 'd', 'e'], met, 5))).toEqual([['a', 'd', 'e']])
    expect(makeGames(threes, stateOf(['a', 'b'], met, 5))).toEqual([['a', 'b']])
    expect(makeGames(threes, { ...stateOf(['a', 'b'], met, 5), playing: ['c', 'd'] })).toEqual([])
  })

  it('in 200 evenings of 40 players and 15 machines leaves no machine idle, repeats no game without need, and keeps games equal', () => {
    const ends: number[] = []
    for (let seed = 0; seed < 200; seed++) {
      const { games, rematchesBesideUnmet, idle, lead, end } = playEvening({ seed })
      expect({ seed, rematchesBesideUnmet, idle }).toEqual({ seed, rematchesBesideUnmet: 0, idle: 0 })
      expect(games).toBeGreaterThan(370)
      // One game may last as long as two of others, so that less cannot be had without a machine that stands still.
      expect(lead).toBeLessThanOrEqual(2)
      ends.push(end)
    }
    expect(ends.filter(end => end <= 1).length).toBeGreaterThanOrEqual(180)
  })

  it('decides within ten milliseconds for 200 players and 60 machines', () => {
    const players = Array.from({ length: 200 }, (_, i) => `p${i}`)
    const random = seededRandom('fast')
    const met = new Set<string>()
    for (const a of players) for (const b of players) if (a < b && random() < 0.2) met.add(pairKey(a, b))
    const times = Array.from({ length: 9 }, () => {
      const start = performance.now()
      expect(makeGames(PAIRS, stateOf(players, met, 60))).toHaveLength(60)
      return performance.now() - start
    })
    expect(Math.min(...times)).toBeLessThan(10)
  })
})

it('estimates how long the one at a place of the queue waits', () => {
  const minutes = 60_000
  expect(estimateWait({ position: 1, size: 2, open: 10, gameMs: 8 * minutes })).toBe(1)
  expect(estimateWait({ position: 3, size: 2, open: 2, gameMs: 6 * minutes })).toBe(6)
  expect(estimateWait({ position: 9, size: 2, open: 4, gameMs: 8 * minutes })).toBe(10)
})
