import type { EventEntrantDoc } from '#events/contract/documents.ts'
import { nameKey, type TypedPlayer } from '#events/rules/known-players.ts'
import { ifpaNumberKey } from '#players/rules/ifpa-number.ts'
import type { NewPlayer } from './add-queue.ts'
import { isGuestName, type ListedPlayer } from './name-list.ts'

/** Who is in an event already, or about to be. */
export interface TakenPlayers {
  /** keys of names and user names */
  names: ReadonlySet<string>
  userIds: ReadonlySet<string>
  /** the name of the player who has an IFPA number, by the key of the number */
  ifpaNumbers: ReadonlyMap<string, string>
  /** people on the group's list */
  personIds: ReadonlySet<string>
}

/** @param personIds who of the group's people is in the event */
export function listTaken(
  entrants: readonly Pick<EventEntrantDoc, 'displayName' | 'username' | 'userId' | 'ifpaNumber'>[],
  queued: readonly NewPlayer[],
  personIds: Iterable<string> = [],
): TakenPlayers {
  const all = [...entrants, ...queued]
  const usernames = entrants.flatMap(({ username = '' }) => (username === '' ? [] : [username]))
  return {
    names: new Set([...all.map(({ displayName }) => displayName), ...usernames].map(nameKey)),
    userIds: new Set(all.flatMap(({ userId }) => userId ?? [])),
    ifpaNumbers: new Map(
      all.flatMap(({ displayName, ifpaNumber }) => {
        const key = ifpaNumberKey(ifpaNumber)
        return key === null ? [] : [[key, displayName] as const]
      }),
    ),
    personIds: new Set([...personIds, ...queued.flatMap(({ personId }) => personId ?? [])]),
  }
}

/** What a player shares with another who is taken: the name, or else the IFPA number of the player with the name `of`. */
export type SharedTrait = { kind: 'name' } | { kind: 'ifpa-number'; of: string }

export function findShared(
  { displayName, ifpaNumber }: TypedPlayer,
  taken: Pick<TakenPlayers, 'names' | 'ifpaNumbers'>,
): SharedTrait | null {
  if (taken.names.has(nameKey(displayName))) return { kind: 'name' }
  const of = taken.ifpaNumbers.get(ifpaNumberKey(ifpaNumber) ?? '')
  return of === undefined ? null : { kind: 'ifpa-number', of }
}

/** True if the very player is in the event, or about to be, and not only somebody of the same name. */
export const isPlayerTaken = ({ userId, personId }: NewPlayer, { userIds, personIds }: TakenPlayers): boolean =>
  (userId !== undefined && userIds.has(userId)) || (personId !== undefined && personIds.has(personId))

/** A player in the preview of several who can be added together. */
export interface Candidate {
  key: string
  player: NewPlayer
  /**
   * what there is to say: the player is in the event; another player of the event has the same name; another one of the event or of the
   * list has the same IFPA number (`sameNumberAs` is that player's name); the name is in the list twice; the server would refuse the name;
   * it may be no name at all
   */
  note: 'in' | 'same-name' | 'same-number' | 'twice' | 'bad-name' | 'doubtful' | null
  sameNumberAs?: string
  canBeAdded: boolean
}

/** Marks who is in the event already, and who is listed twice. Players of the same name or number may be added all the same. */
export function markCandidates(players: readonly (NewPlayer & ListedPlayer)[], taken: TakenPlayers): Candidate[] {
  const counts = new Map<string, number>()
  /** the IFPA numbers of those who are listed above; their names are counted */
  const listed = { names: new Set<string>(), ifpaNumbers: new Map<string, string>() }
  return players.map(player => {
    const name = nameKey(player.displayName)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const isIn = isPlayerTaken(player, taken)
    const isBad = player.userId === undefined && player.personId === undefined && !isGuestName(player.displayName)
    const shared = findShared(player, taken) ?? (count > 1 ? null : findShared(player, listed))
    const number = ifpaNumberKey(player.ifpaNumber)
    if (number !== null && !listed.ifpaNumbers.has(number)) listed.ifpaNumbers.set(number, player.displayName)
    const canBeAdded = !isIn && !isBad
    const candidate = { key: `${name}/${count}`, player, canBeAdded }
    if (!canBeAdded) return { ...candidate, note: isIn ? 'in' : 'bad-name' }
    if (player.isDoubtful) return { ...candidate, note: 'doubtful' }
    if (shared?.kind === 'ifpa-number') return { ...candidate, note: 'same-number', sameNumberAs: shared.of }
    return { ...candidate, note: shared !== null ? 'same-name' : count > 1 ? 'twice' : null }
  })
}

/** Returns the players who will be added: those without a note, unless the director ticked otherwise. */
export const chosenPlayers = (candidates: readonly Candidate[], ticks: ReadonlyMap<string, boolean>): NewPlayer[] =>
  candidates.filter(candidate => candidate.canBeAdded && isChosen(candidate, ticks)).map(({ player }) => player)

export const isChosen = ({ key, note }: Candidate, ticks: ReadonlyMap<string, boolean>): boolean => ticks.get(key) ?? note === null
