/**
 * Whose entry of a group's result counts, besides a director's. `director`: none; `two`: two of the group who enter the same; `one`: each of
 * the group.
 */
export const AGREEMENTS = ['director', 'two', 'one'] as const
export type Agreement = (typeof AGREEMENTS)[number]

/** A result as one of the group has entered it. `places` null: nobody is tied. */
export interface PlayerResultEntry {
  entrantId: string
  order: string[]
  places: number[] | null
}

export interface AgreedResult {
  order: string[]
  places: number[] | null
  confirmed: boolean
}

/** The order of tied players means nothing, so they are sorted by their ids. */
function resultKey({ order, places }: Pick<PlayerResultEntry, 'order' | 'places'>): string {
  const placeOf = new Map(order.map((id, at) => [id, places?.[at] ?? at + 1]))
  return JSON.stringify([...placeOf].sort(([a, placeA], [b, placeB]) => placeA - placeB || (a < b ? -1 : 1)))
}

/** True if two results give every player the same place. */
export const isSameResult = (a: Pick<PlayerResultEntry, 'order' | 'places'>, b: Pick<PlayerResultEntry, 'order' | 'places'>): boolean =>
  resultKey(a) === resultKey(b)

/** True if two of the group have entered different results, so that only the director can decide. */
export const isContested = (entries: readonly PlayerResultEntry[]): boolean => new Set(entries.map(resultKey)).size > 1

/** Adds a player's entry. It replaces the player's earlier one; where players need not agree, it replaces everybody's. */
export const addEntry = (agreement: Agreement, entries: readonly PlayerResultEntry[], entry: PlayerResultEntry): PlayerResultEntry[] => [
  ...entries.filter(({ entrantId }) => agreement === 'two' && entrantId !== entry.entrantId),
  entry,
]

/** Returns what the entries of a group come to, the newest being last. A contradiction is never confirmed. */
export function agreeOnResult(agreement: Agreement, entries: readonly PlayerResultEntry[]): AgreedResult {
  const { order, places } = entries.at(-1)!
  const confirmed = agreement === 'one' || (agreement === 'two' && entries.length > 1 && !isContested(entries))
  return { order, places, confirmed }
}
