import { findKnownPlayer, type KnownIndex, type TypedPlayer } from '#events/rules/known-players.ts'
import type { GroupPersonDoc, MemberDoc } from '#groups/contract.ts'
import { searchText } from '#platform/text/fold.ts'
import { type NewPlayer, toNewPlayer } from './add-queue.ts'

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

/**
 * Returns the players whom typed names mean. Who is not known stays a guest. A number that was typed for a person of whom the group knows
 * none goes along.
 */
export const matchKnownPlayers = (players: readonly NewPlayer[], known: KnownIndex<KnownPlayer>): NewPlayer[] =>
  players.map(player => {
    const { userId, personId, ifpaNumber, presence } = player
    const found = userId !== undefined || personId !== undefined ? null : findKnownPlayer(player, known)
    if (found === null) return player
    return { ...(ifpaNumber === undefined ? {} : { ifpaNumber }), ...toNewPlayer(found), ...(presence === undefined ? {} : { presence }) }
  })
