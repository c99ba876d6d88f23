import type { EventEntrantDoc } from '#events/contract/documents.ts'
import { MAX_SEED } from '#events/rules/draw-options.ts'
import { nameKey } from '#events/rules/known-players.ts'
import { toLatinDigits, typedNumber } from '#platform/text/numbers.ts'

/** An entrant, as far as the seeds depend on it. */
export type Seeded = Pick<EventEntrantDoc, 'displayName' | 'seed'> & { _id: string }

/** Returns the entrants with the best seed first; those without a seed come last, by name. */
export const bySeed = <Entrant extends Seeded>(entrants: readonly Entrant[]): Entrant[] =>
  [...entrants].sort(
    (a, b) =>
      (a.seed ?? Number.POSITIVE_INFINITY) - (b.seed ?? Number.POSITIVE_INFINITY) ||
      a.displayName.localeCompare(b.displayName) ||
      (a._id < b._id ? -1 : 1),
  )

/** Returns the ids in the order that a director has made; who is not in it yet comes last, and who has left is left out. */
export const mergeOrder = (order: readonly string[], ids: readonly string[]): string[] => [
  ...order.filter(id => ids.includes(id)),
  ...ids.filter(id => !order.includes(id)),
]

/** Returns the list with an item moved to another index. */
export function moveTo<T>(list: readonly T[], item: T, index: number): T[] {
  const others = list.filter(each => each !== item)
  return [...others.slice(0, index), item, ...others.slice(index)]
}

/** Returns the rank in a text field; null: the field is empty; undefined: it is no rank. */
export function parseRank(text: string): number | null | undefined {
  const typed = text.trim().replace(/^#\s*/, '').replace(/\.$/, '')
  if (typed === '') return null
  const rank = typedNumber(typed)
  return rank >= 1 && rank <= MAX_SEED ? rank : undefined
}

export interface PastedRanks {
  /** rank by entrant */
  ranks: ReadonlyMap<string, number>
  /** names that are not among the entrants */
  unknown: string[]
}

/** "1234 Ann", "1234. Ann" or "1234, Ann" */
const RANK_FIRST = /^#?(\d{1,6})[.)]?[\s,;]+(\D.*)$/
/** "Ann 1234", "Ann, #1234" or "Ann (1234)" */
const RANK_LAST = /^(.*?\S)[\s,;:(]+#?(\d{1,6})\)?$/

/** Reads a list of names with ranks, one player on each line. */
export function parsePastedRanks(text: string, entrants: readonly Seeded[]): PastedRanks {
  const byName = new Map(entrants.map(({ _id, displayName }) => [nameKey(displayName), _id]))
  const ranks = new Map<string, number>()
  const unknown: string[] = []
  for (const line of toLatinDigits(text)
    .split(/[\r\n]+/)
    .map(each => each.trim())) {
    const [, rankFirst, nameLast] = RANK_FIRST.exec(line) ?? []
    const [, nameFirst, rankLast] = RANK_LAST.exec(line) ?? []
    const name = nameLast ?? nameFirst
    const rank = parseRank(rankFirst ?? rankLast ?? '')
    if (name === undefined || rank === null || rank === undefined) continue
    const id = byName.get(nameKey(name))
    if (id === undefined) unknown.push(name)
    else ranks.set(id, rank)
  }
  return { ranks, unknown }
}
