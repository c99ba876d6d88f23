import { foldWords } from '#platform/text/fold.ts'
import { ifpaNumberKey } from '#players/rules/ifpa-number.ts'

/** A player as typed: a name, and an IFPA number if there is one. */
export interface TypedPlayer {
  displayName: string
  ifpaNumber?: string
}

/** Somebody whom a group knows. `username`: of the account, if there is one */
interface Known extends TypedPlayer {
  username?: string
}

/** A name only as far as it tells people apart: "Ánna  B" and "anna b" have the same key. A name without letters and digits is its own. */
export const nameKey = (name: string): string => foldWords(name).join('') || name

/** Those whom a group knows, by what they are found with. */
export interface KnownIndex<Player extends Known> {
  /** by the key of the name, and of the user name of an account */
  byName: ReadonlyMap<string, readonly Player[]>
  /** by the key of the IFPA number */
  byNumber: ReadonlyMap<string, readonly Player[]>
}

/** Makes the index of those whom a group knows. */
export function indexKnownPlayers<Player extends Known>(known: readonly Player[]): KnownIndex<Player> {
  const byName = new Map<string, Player[]>()
  const byNumber = new Map<string, Player[]>()
  const put = (index: Map<string, Player[]>, key: string, player: Player): void => {
    const others = index.get(key)
    if (others === undefined) index.set(key, [player])
    else others.push(player)
  }
  for (const player of known) {
    const { displayName, username = '', ifpaNumber } = player
    for (const key of new Set([displayName, username].filter(name => name !== '').map(nameKey))) put(byName, key, player)
    const number = ifpaNumberKey(ifpaNumber)
    if (number !== null) put(byNumber, number, player)
  }
  return { byName, byNumber }
}

/**
 * Returns whom of the known players a typed name means; null: nobody, or it could be several. Who has the same IFPA number is meant whatever
 * the name; otherwise who has the name and no other number.
 */
export function findKnownPlayer<Player extends Known>(
  { displayName, ifpaNumber }: TypedPlayer,
  { byName, byNumber }: KnownIndex<Player>,
): Player | null {
  const number = ifpaNumberKey(ifpaNumber)
  const named = (): Player[] =>
    (byName.get(nameKey(displayName)) ?? []).filter(known => number === null || ifpaNumberKey(known.ifpaNumber) === null)
  const [first, ...others] = byNumber.get(number ?? '') ?? named()
  return first !== undefined && others.length === 0 ? first : null
}
