import type { GroupPersonDoc, MemberDoc } from '#groups/contract.ts'
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
}

type Person = Pick<GroupPersonDoc, 'name' | 'ifpaNumber' | 'note' | 'userId' | 'username'> & { _id: string }
type Member = Pick<MemberDoc, 'userId' | 'username' | 'displayName'>

/** Returns the people and the members of a group. A member who was on the list before having an account is one player. */
export function listKnownPlayers(people: readonly Person[], members: readonly Member[]): KnownPlayer[] {
  const claimed = new Set(people.flatMap(({ userId }) => userId ?? []))
  return [
    ...people.map(({ _id, name, ...person }) => ({ ...person, key: _id, personId: _id, displayName: name })),
    ...members
      .filter(({ userId }) => !claimed.has(userId))
      .map(({ userId, username, displayName }) => ({ key: userId, userId, username, displayName })),
  ]
}

/** IFPA numbers are compared as numbers: 012 is 12. */
const isSameNumber = (a: string, b: string): boolean => Number(a) === Number(b)

/** Compares the names, and the user name of an account. */
function hasName(known: KnownPlayer, key: string): boolean {
  const { displayName, username = '' } = known
  return nameKey(displayName) === key || (username !== '' && nameKey(username) === key)
}

/**
 * Returns whom of the known players a typed name means; null: nobody, or it could be several. Who has the same IFPA number is meant whatever
 * the name; otherwise who has the name and no other number.
 */
export function findKnownPlayer({ displayName, ifpaNumber }: TypedPlayer, known: readonly KnownPlayer[]): KnownPlayer | null {
  const byNumber =
    ifpaNumber === undefined ? [] : known.filter(each => each.ifpaNumber !== undefined && isSameNumber(each.ifpaNumber, ifpaNumber))
  const key = nameKey(displayName)
  const mayBe = byNumber.length > 0 ? byNumber : known.filter(each => hasName(each, key))
  const [first, ...others] = mayBe.filter(
    each => ifpaNumber === undefined || each.ifpaNumber === undefined || isSameNumber(each.ifpaNumber, ifpaNumber),
  )
  return first !== undefined && others.length === 0 ? first : null
}

/**
 * Returns the players whom typed names mean. Who is not known stays a guest. A number that was typed for a person of whom the group knows
 * none goes along.
 */
export const matchKnownPlayers = (players: readonly NewPlayer[], known: readonly KnownPlayer[]): NewPlayer[] =>
  players.map(player => {
    const { userId, personId, ifpaNumber, presence } = player
    const found = userId !== undefined || personId !== undefined ? null : findKnownPlayer(player, known)
    if (found === null) return player
    return { ...(ifpaNumber === undefined ? {} : { ifpaNumber }), ...toNewPlayer(found), ...(presence === undefined ? {} : { presence }) }
  })
