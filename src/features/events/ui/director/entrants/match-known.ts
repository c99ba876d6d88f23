import type { GroupPersonDoc, MemberDoc } from '#groups/contract.ts'
import { searchText } from '#platform/text/fold.ts'
import { ifpaNumberKey } from '#players/rules/ifpa-number.ts'
import { type NewPlayer, toNewPlayer } from './add-queue.ts'
import { nameKey, type TypedPlayer } from './name-list.ts'

/** Somebody whom the event's group knows: a member with an account, or a person on its list, or both. */
export interface KnownPlayer extends TypedPlayer {
  /** identifies the player among those whom the group knows */
  key: string
  userId?: string
  username?: string
  personId?: string
  note?: string
  /** the `searchText` of the names */
  search: string
}

type Person = Pick<GroupPersonDoc, 'name' | 'ifpaNumber' | 'note' | 'userId' | 'username'> & { _id: string }
type Member = Pick<MemberDoc, 'userId' | 'username' | 'displayName'>

/** Returns the people and the members of a group. A member who was on the list before having an account is one player. */
export function listKnownPlayers(people: readonly Person[], members: readonly Member[]): KnownPlayer[] {
  const claimed = new Set(people.flatMap(({ userId }) => userId ?? []))
  return [
    ...people.map(({ _id, name, ...person }) => ({
      ...person,
      key: _id,
      personId: _id,
      displayName: name,
      search: searchText([name, person.username ?? '']),
    })),
    ...members
      .filter(({ userId }) => !claimed.has(userId))
      .map(({ userId, username, displayName }) => ({
        key: userId,
        userId,
        username,
        displayName,
        search: searchText([displayName, username]),
      })),
  ]
}

/** Those whom a group knows, by what they are found with. */
export interface KnownIndex {
  /** by the key of the name, and of the user name of an account */
  byName: ReadonlyMap<string, readonly KnownPlayer[]>
  /** by the key of the IFPA number */
  byNumber: ReadonlyMap<string, readonly KnownPlayer[]>
}

export function indexKnownPlayers(known: readonly KnownPlayer[]): KnownIndex {
  const byName = new Map<string, KnownPlayer[]>()
  const byNumber = new Map<string, KnownPlayer[]>()
  const put = (index: Map<string, KnownPlayer[]>, key: string, player: KnownPlayer): void => {
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
export function findKnownPlayer({ displayName, ifpaNumber }: TypedPlayer, { byName, byNumber }: KnownIndex): KnownPlayer | null {
  const number = ifpaNumberKey(ifpaNumber)
  const named = (): KnownPlayer[] =>
    (byName.get(nameKey(displayName)) ?? []).filter(known => number === null || ifpaNumberKey(known.ifpaNumber) === null)
  const [first, ...others] = byNumber.get(number ?? '') ?? named()
  return first !== undefined && others.length === 0 ? first : null
}

/**
 * Returns the players whom typed names mean. Who is not known stays a guest. A number that was typed for a person of whom the group knows
 * none goes along.
 */
export const matchKnownPlayers = (players: readonly NewPlayer[], known: KnownIndex): NewPlayer[] =>
  players.map(player => {
    const { userId, personId, ifpaNumber, presence } = player
    const found = userId !== undefined || personId !== undefined ? null : findKnownPlayer(player, known)
    if (found === null) return player
    return { ...(ifpaNumber === undefined ? {} : { ifpaNumber }), ...toNewPlayer(found), ...(presence === undefined ? {} : { presence }) }
  })
