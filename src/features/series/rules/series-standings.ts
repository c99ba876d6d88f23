import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import { mostNightPoints, type NightScale, nightPoints, type PlayedNight } from './night-points.ts'
import type { SeriesRules, SeriesTie } from './series-rules.ts'

/* All points are whole thousandths. A person is named by a key that is the same in all nights (events/rules/person-key.ts). */

/** One night of a season, in the order of the season. */
export interface SeriesNight {
  /** `open`: it may still bring points, because it is not over or its standings are held back; `over`; `cancelled`: it counts for nothing */
  state: 'open' | 'over' | 'cancelled'
  scale: NightScale
  /** what those who have played came to, by person. It is another object once anything in it has changed. */
  played: ReadonlyMap<string, PlayedNight>
}

/** One person's part in one night. */
export interface PersonNight {
  /** index of the night in the season */
  night: number
  rank: number
  points: number
}

export interface SeasonRow {
  person: string
  /** 1 for the first; equal rows share a rank */
  rank: number
  /** by which rows are ranked, higher first: the total, then the figure of each tie-break */
  order: readonly number[]
  total: number
  /** the nights that were played, in their order */
  nights: readonly PersonNight[]
  /** the most that the total can still become; null: that is not known */
  possible: number | null
}

/** Sorts the better night first; of equal ones the earlier night. */
const compareNights = (a: PersonNight, b: PersonNight): number => b.points - a.points || a.night - b.night

/** Returns how many nights count. @param nights all of the season; one that was cancelled is none */
export function countedNights(
  { counts, drop }: Pick<SeriesRules, 'counts' | 'drop'>,
  nights: readonly Pick<SeriesNight, 'state'>[],
): number {
  if (counts !== null) return counts
  return drop === 0 ? Number.POSITIVE_INFINITY : Math.max(1, nights.filter(({ state }) => state !== 'cancelled').length - drop)
}

/** Returns the points for a night that was played. */
export const attendancePoints = ({ attendance }: Pick<SeriesRules, 'attendance'>): number => Math.round(attendance * THOUSANDTHS)

/** Returns the nights that count, of those that somebody has played. */
export const bestNights = (nights: readonly PersonNight[], counted: number): PersonNight[] =>
  [...nights].sort(compareNights).slice(0, Math.min(counted, nights.length))

/** Returns what a person is compared by when totals are equal; higher is better. @param latest index of the latest night that was played */
function tieFigure(tie: SeriesTie, nights: readonly PersonNight[], latest: number): number {
  switch (tie) {
    case 'night-wins':
      return nights.filter(({ rank }) => rank === 1).length
    case 'best-night':
      return nights.reduce((best, { points }) => Math.max(best, points), 0)
    case 'latest-night':
      return nights.find(({ night }) => night === latest)?.points ?? 0
  }
}

/** Compares rows by their order, the better first. */
export function compareOrder(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return b[i]! - a[i]!
  return 0
}

/** Returns the rank of each row, of which the best comes first. Equal ones share a rank: 1, 2, 2, 4. */
export function ranksOfOrders(orders: readonly (readonly number[])[]): number[] {
  const ranks: number[] = []
  for (const [i, order] of orders.entries()) ranks.push(i > 0 && compareOrder(orders[i - 1]!, order) === 0 ? ranks[i - 1]! : i + 1)
  return ranks
}

/**
 * Returns which tie-break has separated a row from another of the same total: the index in `ties`; null: the totals differ, or nothing has.
 */
export function separatedBy(own: readonly number[], other: readonly number[] | undefined): number | null {
  if (other === undefined || own[0] !== other[0]) return null
  const index = own.findIndex((figure, i) => figure !== other[i])
  return index <= 0 ? null : index - 1
}

/** Returns the sum of the best so many points, which it may put into another order. */
function sumOfBest(points: number[], counted: number): number {
  const isAll = counted >= points.length
  const best = isAll ? points : points.sort((a, b) => b - a)
  let sum = 0
  for (let i = 0; i < best.length && i < counted; i++) sum += best[i]!
  return sum
}

/** A night as of the last computation, with what it was worth to each person who has played it. */
interface KnownNight {
  night: SeriesNight
  worth: ReadonlyMap<string, PersonNight>
}

/** What a row depends on besides the nights that its person has played. */
interface Circumstances {
  counted: number
  /** index of the latest night that was played */
  latest: number
  /** the most that each open night can be worth, by its index; null: that is not known */
  open: ReadonlyMap<number, number | null>
}

const isSameCircumstances = (a: Circumstances, b: Circumstances): boolean =>
  a.counted === b.counted &&
  a.latest === b.latest &&
  a.open.size === b.open.size &&
  [...a.open].every(([night, most]) => b.open.has(night) && b.open.get(night) === most)

const NOBODY: ReadonlyMap<string, PersonNight> = new Map()

/**
 * Adds up the nights of a season again and again. Only the rows of people for whom something has changed are added up anew, so that a result of
 * one night costs little however many nights there are; the others are the same objects.
 */
export class SeasonStandings {
  readonly #rules: SeriesRules
  #nights: readonly KnownNight[] = []
  #circumstances: Circumstances = { counted: 0, latest: -1, open: new Map() }
  readonly #rows = new Map<string, SeasonRow>()

  constructor(rules: SeriesRules) {
    this.#rules = rules
  }

  compute(nights: readonly SeriesNight[]): SeasonRow[] {
    const known = this.#nights
    this.#nights = nights.map((night, i) => ({ night, worth: this.#worthOf(night, i, known[i]) }))
    const circumstances = this.#readCircumstances(nights)
    const areOthers = !isSameCircumstances(circumstances, this.#circumstances)
    this.#circumstances = circumstances
    for (const person of this.#findChanged(known, areOthers)) this.#addUp(person)
    const rows = [...this.#rows.values()].sort((a, b) => compareOrder(a.order, b.order) || (a.person < b.person ? -1 : 1))
    const ranks = ranksOfOrders(rows.map(({ order }) => order))
    return rows.map((row, i) => {
      if (row.rank === ranks[i]) return row
      const moved = { ...row, rank: ranks[i]! }
      this.#rows.set(row.person, moved)
      return moved
    })
  }

  /** Returns what a night is worth to each of its players: for somebody to whom nothing has changed, the same object as before. */
  #worthOf({ state, played, scale }: SeriesNight, index: number, known: KnownNight | undefined): KnownNight['worth'] {
    if (state === 'cancelled') return NOBODY
    const isKnown = known?.night.played === played && known.night.scale === scale && known.night.state !== 'cancelled'
    if (isKnown) return known.worth
    const worth = new Map<string, PersonNight>()
    for (const [person, own] of played) {
      const points = nightPoints(this.#rules.points, own, scale)
      const before = known?.worth.get(person)
      const isSame = before !== undefined && before.rank === own.rank && before.points === points
      worth.set(person, isSame ? before : { night: index, rank: own.rank, points })
    }
    return worth
  }

  #readCircumstances(nights: readonly SeriesNight[]): Circumstances {
    const { points } = this.#rules
    return {
      counted: countedNights(this.#rules, nights),
      latest: this.#nights.findLastIndex(({ worth }) => worth.size > 0),
      open: new Map(
        nights.flatMap(({ state, scale }, i): [number, number | null][] => (state === 'open' ? [[i, mostNightPoints(points, scale)]] : [])),
      ),
    }
  }

  /** Returns the people whose rows have to be added up again. @param areOthers true: everybody's */
  #findChanged(known: readonly KnownNight[], areOthers: boolean): Set<string> {
    const changed = new Set<string>()
    if (areOthers) for (const person of this.#rows.keys()) changed.add(person)
    for (let i = 0; i < Math.max(known.length, this.#nights.length); i++) {
      const [before, after] = [known[i]?.worth ?? NOBODY, this.#nights[i]?.worth ?? NOBODY]
      if (before === after && !areOthers) continue
      for (const [person, own] of after) if (areOthers || before.get(person) !== own) changed.add(person)
      for (const person of before.keys()) if (!after.has(person)) changed.add(person)
    }
    return changed
  }

  #addUp(person: string): void {
    const nights = this.#nights.flatMap(({ worth }) => worth.get(person) ?? [])
    if (nights.length === 0) {
      this.#rows.delete(person)
      return
    }
    const { counted, latest, open } = this.#circumstances
    const bonus = attendancePoints(this.#rules)
    const total =
      sumOfBest(
        nights.map(({ points }) => points),
        counted,
      ) +
      bonus * nights.length
    const order = [total, ...this.#rules.ties.map(tie => tieFigure(tie, nights, latest))]
    const rank = this.#rows.get(person)?.rank ?? 0
    this.#rows.set(person, { person, rank, order, total, nights, possible: possibleTotal(nights, open, counted, bonus) })
  }
}

/** Returns the most that a total can still become; null: that is not known. */
function possibleTotal(nights: readonly PersonNight[], open: Circumstances['open'], counted: number, bonus: number): number | null {
  const points: number[] = []
  let openPlayed = 0
  for (const { night, points: own } of nights) {
    const most = open.get(night)
    if (most === null) return null
    if (most !== undefined) openPlayed++
    points.push(Math.max(own, most ?? 0))
  }
  if (openPlayed < open.size) {
    const played = new Set(nights.map(({ night }) => night))
    for (const [night, most] of open) {
      if (most === null) return null
      if (!played.has(night)) points.push(most)
    }
  }
  const attended = points.length
  return sumOfBest(points, counted) + bonus * attended
}
