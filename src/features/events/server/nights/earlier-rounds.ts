import { peopleOfEvent } from '#events/rules/person-key.ts'
import type { Round } from '#events/rules/rounds.ts'
import type { Db } from '#platform/db/database.ts'
import { type EntrantRow, listEntrants } from '../entrants/entrant-store.ts'
import { listRounds, toRound } from '../rounds/round-store.ts'

/**
 * Returns the rounds of earlier nights as if the players of this event had played them under their entries here, so that a draw can balance
 * opponents and machines over all nights. Who is not in this event keeps the entry of the other night.
 * @param eventIds the earlier nights, the first one first
 */
export async function listEarlierRounds(tx: Db, eventIds: readonly string[], entrants: readonly EntrantRow[]): Promise<Round[]> {
  const here = new Map([...peopleOfEvent(entrants)].map(([entrantId, person]) => [person, entrantId]))
  const earlier: Round[] = []
  for (const eventId of eventIds) {
    const people = peopleOfEvent(await listEntrants(tx, eventId))
    const entryHere = (entrantId: string): string => here.get(people.get(entrantId) ?? '') ?? entrantId
    for (const row of await listRounds(tx, eventId, { held: false })) {
      const { groups, byes } = toRound(row)
      earlier.push({
        groups: groups.map(({ machineId, entrantIds }) => ({ machineId, entrantIds: entrantIds.map(entryHere) })),
        byes: byes.map(entryHere),
      })
    }
  }
  return earlier
}
