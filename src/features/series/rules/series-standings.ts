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

export interface SeriesRow {
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

/** Returns how many nights count. @param listed how many nights there are that were not cancelled */
export const countedNights = ({ counts, drop }: Pick<SeriesRules, 'counts' | 'drop'>, listed: number): number =>
  counts ?? (drop === 0 ? Number.POSITIVE_INFINITY : Math.max(1, listed - drop))

/** Returns the nights that count, of those that somebody has played. */
export const bestNights = (nights: readonly PersonNight[], counted: number): PersonNight[] =>
  [...nights].sort(compareNights).slice(0, Math.min(counted, nights.length))

const sumOf = (nights: readonly { points: number }[]): number => nights.reduce((sum, { points }) => sum + points, 0)

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
  for (const [i, figure] of a.entries()) if (figure !== b[i]) return b[i]! - figure
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

/**
 * Adds up the nights of a season again and again. What a night is worth to its players is kept as long as the night is the same object, so
 * that a result of one night costs little however many nights there are.
 */
export class SeriesStandings {
  readonly #rules: SeriesRules
  readonly #worth = new WeakMap<SeriesNight['played'], { scale: NightScale; worth: ReadonlyMap<string, number> }>()

  constructor(rules: SeriesRules) {
    this.#rules = rules
  }

  compute(nights: readonly SeriesNight[]): SeriesRow[] {
    const { ties, attendance } = this.#rules
    const people = new Map<string, PersonNight[]>()
    let latest = -1
    for (const [night, { state, played, scale }] of nights.entries()) {
      if (state === 'cancelled' || played.size === 0) continue
      latest = night
      const worth = this.#worthOf(played, scale)
      for (const [person, { rank }] of played) {
        const own: PersonNight = { night, rank, points: worth.get(person)! }
        const all = people.get(person)
        if (all === undefined) people.set(person, [own])
        else all.push(own)
      }
    }
    const counted = countedNights(this.#rules, nights.filter(({ state }) => state !== 'cancelled').length)
    const bonus = Math.round(attendance * THOUSANDTHS)
    const open = nights.flatMap(({ state, scale }, night) =>
      state === 'open' ? [{ night, most: mostNightPoints(this.#rules.points, scale) }] : [],
    )
    const rows = [...people].map(([person, own]) => {
      const total = sumOf(bestNights(own, counted)) + bonus * own.length
      const order = [total, ...ties.map(tie => tieFigure(tie, own, latest))]
      return { person, rank: 0, order, total, nights: own, possible: possibleTotal(own, open, counted, bonus) }
    })
    rows.sort((a, b) => compareOrder(a.order, b.order) || (a.person < b.person ? -1 : 1))
    for (const [i, rank] of ranksOfOrders(rows.map(({ order }) => order)).entries()) rows[i]!.rank = rank
    return rows
  }

  #worthOf(played: SeriesNight['played'], scale: NightScale): ReadonlyMap<string, number> {
    const known = this.#worth.get(played)
    if (known?.scale === scale) return known.worth
    const { points } = this.#rules
    const worth = new Map([...played].map(([person, own]) => [person, nightPoints(points, own, scale)]))
    this.#worth.set(played, { scale, worth })
    return worth
  }
}

/** Returns the most that a total can still become; null: that is not known. */
function possibleTotal(
  nights: readonly PersonNight[],
  open: readonly { night: number; most: number | null }[],
  counted: number,
  bonus: number,
): number | null {
  const best = new Map(nights.map(each => [each.night, each]))
  for (const { night, most } of open) {
    if (most === null) return null
    const { points = 0 } = best.get(night) ?? {}
    best.set(night, { night, rank: 1, points: Math.max(points, most) })
  }
  return sumOf(bestNights([...best.values()], counted)) + bonus * best.size
}
