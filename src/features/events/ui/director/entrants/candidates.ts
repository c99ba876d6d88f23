import type { EventEntrantDoc } from '#events/contract/documents.ts'
import type { NewPlayer } from './add-queue.ts'
import { isGuestName, nameKey } from './name-list.ts'

/** Who is in an event already, or about to be. */
export interface TakenPlayers {
  /** keys of names and user names */
  names: ReadonlySet<string>
  userIds: ReadonlySet<string>
}

export function listTaken(
  entrants: readonly Pick<EventEntrantDoc, 'displayName' | 'username' | 'userId'>[],
  queued: readonly NewPlayer[],
): TakenPlayers {
  const all = [...entrants, ...queued]
  const usernames = entrants.flatMap(({ username = '' }) => (username === '' ? [] : [username]))
  return {
    names: new Set([...all.map(({ displayName }) => displayName), ...usernames].map(nameKey)),
    userIds: new Set(all.flatMap(({ userId }) => userId ?? [])),
  }
}

/** A player in the preview of several who can be added together. */
export interface Candidate {
  key: string
  player: NewPlayer
  /**
   * what there is to say: the player is in the event; another player of the event has the same name; the name is in the list twice; the
   * server would refuse the name
   */
  note: 'in' | 'same-name' | 'twice' | 'bad-name' | null
  canBeAdded: boolean
}

/** Marks who is in the event already, and who is listed twice. Players of the same name may be added all the same. */
export function markCandidates(players: readonly NewPlayer[], taken: TakenPlayers): Candidate[] {
  const counts = new Map<string, number>()
  return players.map(player => {
    const name = nameKey(player.displayName)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const isIn = player.userId !== undefined && taken.userIds.has(player.userId)
    const isBad = player.userId === undefined && !isGuestName(player.displayName)
    const note = isIn ? 'in' : isBad ? 'bad-name' : taken.names.has(name) ? 'same-name' : count > 1 ? 'twice' : null
    return { key: `${name}/${count}`, player, note, canBeAdded: !isIn && !isBad }
  })
}

/** Returns the players who will be added: those without a note, unless the director ticked otherwise. */
export const chosenPlayers = (candidates: readonly Candidate[], ticks: ReadonlyMap<string, boolean>): NewPlayer[] =>
  candidates.filter(candidate => candidate.canBeAdded && isChosen(candidate, ticks)).map(({ player }) => player)

export const isChosen = ({ key, note }: Candidate, ticks: ReadonlyMap<string, boolean>): boolean => ticks.get(key) ?? note === null
