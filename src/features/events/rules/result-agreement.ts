/**
 * Whose entry of a group's result counts, besides a director's. `director`: none; `two`: two of the group who enter the same; `one`: each of
 * the group.
 */
export const AGREEMENTS = ['director', 'two', 'one'] as const
export type Agreement = (typeof AGREEMENTS)[number]

/** The scores that were typed with a result, in the order of its players; null for a player without one. */
export type TypedScores = (number | null)[]

/** A result. `order`: first place first; `places` null: nobody is tied; `scores` null or left out: none was typed. */
export interface EnteredOrder {
  order: string[]
  places: number[] | null
  scores?: TypedScores | null | undefined
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
  scores: TypedScores | null
  confirmed: boolean
}

/** The order of tied players means nothing, so they are sorted by their ids. */
function placesKey({ order, places }: EnteredOrder): string {
  const placeOf = new Map(order.map((id, at) => [id, places?.[at] ?? at + 1]))
  return JSON.stringify([...placeOf].sort(([a, placeA], [b, placeB]) => placeA - placeB || (a < b ? -1 : 1)))
}

/** Who has which score, whatever the order of the players; empty: nobody has one. */
const scoresKey = ({ order, scores }: EnteredOrder): string =>
  order
    .flatMap((id, i) => (typeof scores?.[i] === 'number' ? [`${id} ${scores[i]}`] : []))
    .sort()
    .join()

/** True if two results give every player the same place. */
export const isSamePlaces = (a: EnteredOrder, b: EnteredOrder): boolean => placesKey(a) === placesKey(b)

/** True if two results give every player the same place, and the same score or none. */
export const isSameResult = (a: EnteredOrder, b: EnteredOrder): boolean => isSamePlaces(a, b) && scoresKey(a) === scoresKey(b)

export const hasScores = (entered: EnteredOrder): boolean => scoresKey(entered) !== ''

/** True if a result says something else than one that was entered before: other places, or not the scores that were typed then. */
export const contradicts = (earlier: EnteredOrder, result: EnteredOrder): boolean =>
  !isSamePlaces(earlier, result) || (hasScores(earlier) && !isSameResult(earlier, result))

/** True if both are the same person. Nobody knows who holds a linked device, so an entry of a device is never the same person's. */
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

/** True if two of the group have entered different places, so that only the director can decide. Scores are not part of it. */
export const isContested = (entries: readonly PlayerResultEntry[]): boolean => new Set(entries.map(placesKey)).size > 1

/** Adds a player's entry. It replaces the player's earlier one and nobody else's, so that the director sees where players disagree. */
export const addEntry = (entries: readonly PlayerResultEntry[], entry: PlayerResultEntry): PlayerResultEntry[] => [
  ...entries.filter(({ entrantId }) => entrantId !== entry.entrantId),
  entry,
]

/**
 * Returns what the entries of a group come to, the newest being last. A contradiction is never confirmed. Scores count if all entries of
 * these places that have scores have the same ones.
 */
export function agreeOnResult(agreement: Agreement, entries: readonly PlayerResultEntry[]): AgreedResult {
  const newest = entries.at(-1)!
  const { order, places } = newest
  const confirmed = agreement === 'one' || (agreement === 'two' && entries.length > 1 && !isContested(entries))
  const [typed = newest, ...others] = entries.filter(entry => hasScores(entry) && isSamePlaces(entry, newest))
  return { order, places, scores: others.every(other => isSameResult(other, typed)) ? scoresInOrder(typed, order) : null, confirmed }
}

/** Returns the scores of a result in another order of its players; null: it has none. */
export function scoresInOrder(entered: EnteredOrder, order: readonly string[]): TypedScores | null {
  if (!hasScores(entered)) return null
  const scoreOf = new Map(entered.order.map((id, i) => [id, entered.scores![i] ?? null]))
  return order.map(id => scoreOf.get(id) ?? null)
}
