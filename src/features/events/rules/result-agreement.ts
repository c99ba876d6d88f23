/**
 * Whose entry of a group's result counts, besides a director's. `director`: none; `two`: two of the group who enter the same; `one`: each of
 * the group.
 */
export const AGREEMENTS = ['director', 'two', 'one'] as const
export type Agreement = (typeof AGREEMENTS)[number]

/** A result. `order`: first place first; `places` null: nobody is tied. */
export interface EnteredOrder {
  order: string[]
  places: number[] | null
}

/** A result as one of the group has entered it. */
export interface PlayerResultEntry extends EnteredOrder {
  entrantId: string
}

/** Who entered a result that counts. `byDevice`: on a device for which the user has made a link, so that it was perhaps somebody else. */
export interface ResultAuthor {
  userId: string
  byDevice?: true
}

export interface AgreedResult extends EnteredOrder {
  confirmed: boolean
}

/** The order of tied players means nothing, so they are sorted by their ids. */
function resultKey({ order, places }: EnteredOrder): string {
  const placeOf = new Map(order.map((id, at) => [id, places?.[at] ?? at + 1]))
  return JSON.stringify([...placeOf].sort(([a, placeA], [b, placeB]) => placeA - placeB || (a < b ? -1 : 1)))
}

/** True if two results give every player the same place. */
export const isSameResult = (a: EnteredOrder, b: EnteredOrder): boolean => resultKey(a) === resultKey(b)

/** True if both are the same person. Whoever holds a linked device is not known, so nobody is the same person as a device. */
export const isSameAuthor = (a: ResultAuthor | null, b: ResultAuthor | null): boolean =>
  a !== null && b !== null && a.userId === b.userId && !a.byDevice && !b.byDevice

/**
 * True if an entry may replace the result that counts: its author says which result that is, or is the one who entered it.
 * @param seen the result that the author means to replace; null: the author names none
 */
export const mayReplace = (
  current: EnteredOrder & { enteredBy: ResultAuthor | null },
  seen: EnteredOrder | null,
  author: ResultAuthor,
): boolean => (seen === null ? isSameAuthor(current.enteredBy, author) : isSameResult(current, seen))

/** True if two of the group have entered different results, so that only the director can decide. */
export const isContested = (entries: readonly PlayerResultEntry[]): boolean => new Set(entries.map(resultKey)).size > 1

/** Adds a player's entry. It replaces the player's earlier one and nobody else's, so that the director sees where players disagree. */
export const addEntry = (entries: readonly PlayerResultEntry[], entry: PlayerResultEntry): PlayerResultEntry[] => [
  ...entries.filter(({ entrantId }) => entrantId !== entry.entrantId),
  entry,
]

/** Returns what the entries of a group come to, the newest being last. A contradiction is never confirmed. */
export function agreeOnResult(agreement: Agreement, entries: readonly PlayerResultEntry[]): AgreedResult {
  const { order, places } = entries.at(-1)!
  const confirmed = agreement === 'one' || (agreement === 'two' && entries.length > 1 && !isContested(entries))
  return { order, places, confirmed }
}
