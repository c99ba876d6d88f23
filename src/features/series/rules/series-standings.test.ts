import { describe, expect, it } from 'vitest'
import { seededRandom } from '#events/rules/draw/seeded-random.ts'
import { mostNightPoints, type NightScale, nightPoints, type PlayedNight } from './night-points.ts'
import { SERIES_TIES, type SeriesPoints, type SeriesRules, type SeriesTie } from './series-rules.ts'
import { bestNights, countedNights, SeasonStandings, type SeriesNight, separatedBy } from './series-standings.ts'

const OWN: SeriesRules = { points: { kind: 'own' }, counts: null, drop: 0, attendance: 0, ties: [] }

/** A night that is over; points in whole points, by place in their order. */
function night(
  points: Readonly<Record<string, number>>,
  state: SeriesNight['state'] = 'over',
  scale: Partial<NightScale> = {},
): SeriesNight {
  const values = Object.values(points)
  const played = new Map(
    Object.entries(points).map(([person, own]): [string, PlayedNight] => [
      person,
      { rank: 1 + values.filter(other => other > own).length, ownPoints: own * 1000 },
    ]),
  )
  return { state, played, scale: { players: played.size, possible: 100_000, most: 100_000, ...scale } }
}

const totals = (rules: Partial<SeriesRules>, nights: readonly SeriesNight[]): Record<string, number> =>
  Object.fromEntries(new SeasonStandings({ ...OWN, ...rules }).compute(nights).map(({ person, total }) => [person, total / 1000]))

describe('what a night is worth', () => {
  const scale: NightScale = { players: 7, possible: 21_000, most: 21_000 }
  it.each([
    ['its own points', { kind: 'own' }, 13_500],
    ['points by place', { kind: 'places', table: 'papa' }, 85_000],
    ['points by place of a table of one’s own', { kind: 'places', table: { custom: [25, 18, 15.5, 12] } }, 15_500],
    ['the share of the possible points, in thousandths of a percent', { kind: 'share' }, 64_286],
  ] satisfies [string, SeriesPoints, number][])('is %s', (_, points, worth) => {
    expect(nightPoints(points, { rank: 3, ownPoints: 13_500 }, scale)).toBe(worth)
  })
  it('follows from the place where the format has no points', () => {
    const without = { players: 8, possible: null, most: null }
    expect(nightPoints({ kind: 'own' }, { rank: 3, ownPoints: 0 }, without)).toBe(98_000)
    expect(nightPoints({ kind: 'share' }, { rank: 3, ownPoints: 0 }, without)).toBe(75_000)
    expect(nightPoints({ kind: 'share' }, { rank: 1, ownPoints: 0 }, without)).toBe(100_000)
    expect(mostNightPoints({ kind: 'own' }, without)).toBe(100_000)
  })
  it('is never less than a night that was missed, whatever a director has taken', () => {
    expect(nightPoints({ kind: 'own' }, { rank: 7, ownPoints: -2000 }, scale)).toBe(0)
    expect(nightPoints({ kind: 'share' }, { rank: 7, ownPoints: -2000 }, scale)).toBe(0)
  })
})

describe('which nights count', () => {
  const nights = [night({ ada: 10, ben: 4 }), night({ ada: 2, ben: 9 }), night({ ada: 7 }), night({ ada: 5, ben: 6 })]
  it('are all of them', () => expect(totals({}, nights)).toEqual({ ada: 24, ben: 19 }))
  it('are the best two', () => expect(totals({ counts: 2 }, nights)).toEqual({ ada: 17, ben: 15 }))
  it('are those that are left when the worst two are dropped, missed ones first', () =>
    expect(totals({ drop: 2 }, nights)).toEqual({ ada: 17, ben: 15 }))
  it('is at least one, however many are dropped', () => expect(totals({ drop: 9 }, nights)).toEqual({ ada: 10, ben: 9 }))
  it('leave the points for coming to every night that was played', () =>
    expect(totals({ counts: 2, attendance: 0.5 }, nights)).toEqual({ ada: 19, ben: 16.5 }))
  it('are not those that were cancelled, which do not make room for another one either', () =>
    expect(totals({ drop: 2 }, [...nights.slice(0, 3), night({ ada: 100 }, 'cancelled')])).toEqual({ ada: 10, ben: 9 }))
  it('are the earlier ones of equal worth', () => {
    const own = [0, 1, 2].map(each => ({ night: each, rank: 1, points: 5000 }))
    expect(bestNights(own, 2).map(each => each.night)).toEqual([0, 1])
  })
})

describe('ties', () => {
  const nights = [night({ ada: 10, ben: 7, cy: 5 }), night({ ada: 4, ben: 7, cy: 9 })]
  const ranks = (ties: SeriesTie[]): Record<string, number> =>
    Object.fromEntries(new SeasonStandings({ ...OWN, ties }).compute(nights).map(({ person, rank }) => [person, rank]))
  it('share the rank where nothing breaks them', () => expect(ranks([])).toEqual({ ada: 1, ben: 1, cy: 1 }))
  it('go to who has won more nights, and then to who is better in the latest', () =>
    expect(ranks(['night-wins', 'latest-night'])).toEqual({ cy: 1, ada: 2, ben: 3 }))
  it('go to who has had the best night', () => expect(ranks(['best-night'])).toEqual({ ada: 1, cy: 2, ben: 3 }))
  it('say what has decided', () => {
    expect(separatedBy([14_000, 1, 9000], [14_000, 1, 4000])).toBe(1)
    expect(separatedBy([14_000, 1], [13_000, 1])).toBeNull()
    expect(separatedBy([14_000, 1], [14_000, 1])).toBeNull()
  })
})

describe('what is still possible', () => {
  const rows = (nights: readonly SeriesNight[], rules: Partial<SeriesRules> = {}): Record<string, number | null> =>
    Object.fromEntries(
      new SeasonStandings({ ...OWN, ...rules })
        .compute(nights)
        .map(({ person, possible }) => [person, possible === null ? null : possible / 1000]),
    )
  it('is the total once all nights are over', () => expect(rows([night({ ada: 10 })])).toEqual({ ada: 10 }))
  it('adds the most of every night that is open', () =>
    expect(rows([night({ ada: 10 }), night({}, 'open', { most: 30_000 }), night({ ada: 5 }, 'open', { most: 30_000 })])).toEqual({
      ada: 70,
    }))
  it('counts only as many nights as count, and the points for coming to each', () =>
    expect(rows([night({ ada: 10 }), night({}, 'open', { most: 30_000 })], { counts: 1, attendance: 1 })).toEqual({ ada: 32 }))
  it('is not known where a night does not say how much it can bring', () =>
    expect(rows([night({ ada: 10 }), night({}, 'open', { most: null })])).toEqual({ ada: null }))
})

/**
 * A second implementation, as plain as can be: fractions of big integers, every night of every player written out, and sums of whatever is left
 * after the worst have been struck out one by one.
 */
function plainTotals(rules: SeriesRules, nights: readonly SeriesNight[]): { person: string; total: bigint; ties: bigint[] }[] {
  const held = nights.filter(({ state }) => state !== 'cancelled')
  const people = new Set(held.flatMap(({ played }) => [...played.keys()]))
  const big = (value: number): bigint => BigInt(Math.round(value))
  const worthOf = ({ played, scale }: SeriesNight, person: string): bigint => {
    const own = played.get(person)
    if (own === undefined) return 0n
    const { points } = rules
    if (points.kind === 'share') {
      const [part, whole] =
        scale.possible === null ? [big(scale.players - own.rank + 1), big(scale.players)] : [big(own.ownPoints), big(scale.possible)]
      // 100 percent in thousandths, rounded half up.
      const doubled = whole === 0n ? 0n : (2n * part * 100_000n) / whole
      return part < 0n ? 0n : (doubled + 1n) / 2n
    }
    if (points.kind === 'own' && scale.possible !== null) return own.ownPoints < 0 ? 0n : big(own.ownPoints)
    const list = [100, 90, ...Array.from({ length: 86 }, (_, i) => 85 - i)]
    if (points.kind === 'places' && points.table === 'papa') return big((list[own.rank - 1] ?? 0) * 1000)
    return big(Math.max(0, 101 - own.rank) * 1000)
  }
  const rows = [...people].map(person => {
    const all = held.map(each => worthOf(each, person))
    const left = [...all]
    const keep = rules.counts ?? (rules.drop === 0 ? left.length : Math.max(1, left.length - rules.drop))
    while (left.length > keep) left.splice(left.indexOf(left.reduce((a, b) => (b < a ? b : a))), 1)
    const nightsPlayed = held.filter(({ played }) => played.has(person)).length
    const latest = held.findLast(({ played }) => played.size > 0)!
    const figures: Record<SeriesTie, bigint> = {
      'night-wins': BigInt(held.filter(({ played }) => played.get(person)?.rank === 1).length),
      'best-night': all.reduce((a, b) => (b > a ? b : a)),
      'latest-night': worthOf(latest, person),
    }
    return {
      person,
      total: left.reduce((a, b) => a + b, 0n) + BigInt(nightsPlayed) * big(rules.attendance * 1000),
      ties: rules.ties.map(tie => figures[tie]),
    }
  })
  return rows
}

/** Returns a season that is the same for the same seed, and changes of its nights. */
function randomSeason(seed: number) {
  const random = seededRandom(`season ${seed}`)
  const upTo = (n: number): number => Math.floor(random() * (n + 1))
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length - 1)]!
  const size = 1 + upTo(24)
  const people = Array.from({ length: 2 + upTo(18) }, (_, i) => `person ${i}`)
  const randomNight = (): SeriesNight => {
    const present = people.filter(() => random() < 0.7)
    const own = new Map(present.map(person => [person, upTo(40) * pick([500, 1000, 333]) - (random() < 0.05 ? 5000 : 0)]))
    const values = [...own.values()]
    const played = new Map(
      [...own].map(([person, ownPoints]) => [person, { rank: 1 + values.filter(each => each > ownPoints).length, ownPoints }]),
    )
    const possible = random() < 0.2 ? null : 40_000 + upTo(7)
    return { state: pick(['over', 'over', 'over', 'open', 'cancelled']), played, scale: { players: played.size, possible, most: possible } }
  }
  const counts = random() < 0.4 ? 1 + upTo(size) : null
  const rules: SeriesRules = {
    points: pick<SeriesPoints>([{ kind: 'own' }, { kind: 'places', table: 'papa' }, { kind: 'share' }]),
    counts,
    drop: counts === null ? upTo(4) : 0,
    attendance: pick([0, 0, 0.125, 3]),
    ties: SERIES_TIES.filter(() => random() < 0.5),
  }
  return { rules, nights: Array.from({ length: size }, randomNight), randomNight, pick, upTo }
}

describe('a season', () => {
  it.each(Array.from({ length: 200 }, (_, i) => i + 1))('comes out as a plain implementation adds it up (season %i)', seed => {
    const { rules, nights, randomNight, upTo } = randomSeason(seed)
    const standings = new SeasonStandings(rules)
    for (let change = 0; change < 4; change++) {
      // A night is played again, removed or added; the others stay the same objects.
      if (change > 0) nights.splice(upTo(nights.length - 1), change % 2, ...(nights.length < 2 || change === 2 ? [randomNight()] : []))
      if (!nights.some(({ state, played }) => state !== 'cancelled' && played.size > 0)) nights.push({ ...night({ someone: 5 }) })
      const rows = standings.compute(nights)
      const plain = plainTotals(rules, nights)
      const isBetter = (a: (typeof plain)[number], b: (typeof plain)[number]): boolean => {
        const [own, other] = [a, b].map(({ total, ties }) => [total, ...ties]) as [bigint[], bigint[]]
        const first = own.findIndex((figure, i) => figure !== other[i])
        return first >= 0 && own[first]! > other[first]!
      }
      expect(
        rows.map(({ person, total, rank }) => ({ person, total: BigInt(total), rank })).sort((a, b) => (a.person < b.person ? -1 : 1)),
      ).toEqual(
        plain
          .map(each => ({ person: each.person, total: each.total, rank: 1 + plain.filter(other => isBetter(other, each)).length }))
          .sort((a, b) => (a.person < b.person ? -1 : 1)),
      )
      for (const { nights: own, total, possible } of rows) {
        const counted = countedNights(rules, nights)
        const sum = bestNights(own, counted).reduce((all, { points }) => all + points, 0)
        expect(sum + own.length * Math.round(rules.attendance * 1000)).toBe(total)
        if (possible !== null) expect(possible).toBeGreaterThanOrEqual(total)
      }
    }
  })
})
