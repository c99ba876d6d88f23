/** An entrant, as far as it says who plays. */
export interface EnteredPerson {
  id: string
  /** null: a guest */
  userId: string | null
  displayName: string
  /** who of the group's list a guest is; null: nobody of it */
  personId: string | null
}

/** Key that identifies the same person in two events: the account, or for guests the normalised name. */
export const personKey = ({ userId, displayName }: Pick<EnteredPerson, 'userId' | 'displayName'>): string =>
  userId === null ? `guest ${displayName.normalize('NFKC').trim().toLowerCase()}` : `user ${userId}`

/**
 * Returns a key for each of an event's entrants that is the same for the same person in other events: the account, the person of the group's
 * list, or for another guest the name. Guests of one event who have the same name are different people, so each of them stands alone.
 */
export function peopleOfEvent(entrants: Iterable<EnteredPerson>): Map<string, string> {
  const keys = new Map<string, string>()
  const guests = new Map<string, string[]>()
  for (const entrant of entrants) {
    const { id, userId, personId } = entrant
    if (userId === null && personId !== null) {
      keys.set(id, `person ${personId}`)
      continue
    }
    const key = personKey(entrant)
    keys.set(id, key)
    if (userId === null) guests.set(key, [...(guests.get(key) ?? []), id])
  }
  for (const ids of guests.values()) if (ids.length > 1) for (const id of ids) keys.set(id, `entrant ${id}`)
  return keys
}
