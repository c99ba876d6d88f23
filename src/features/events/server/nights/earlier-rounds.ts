import { sql } from 'kysely'
import { type EnteredPerson, peopleOfEvent } from '#events/rules/person-key.ts'
import type { MatchGroup, Round } from '#events/rules/rounds.ts'
import type { Db } from '#platform/db/database.ts'

/** What was drawn on a night, and who had entered it. */
interface DrawnNight {
  entrants: EnteredPerson[]
  rounds: { byes: string[]; groups: Pick<MatchGroup, 'machineId' | 'entrantIds'>[] }[]
}

/** Reads the nights in their order, without the rounds that are held back. Each game of a group counts as a group. */
async function readNights(tx: Db, eventIds: readonly string[]): Promise<DrawnNight[]> {
  const { rows } = await sql<DrawnNight>`
    SELECT
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', a.id, 'userId', a.user_id, 'displayName', coalesce(a.guest_name, ''), 'personId', a.person_id))
        FROM event_entrants a WHERE a.event_id = night.id
      ), '[]') AS entrants,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('byes', r.byes, 'groups', coalesce((
          SELECT jsonb_agg(jsonb_build_object('machineId', coalesce(p.machine_id, ''), 'entrantIds', g.entrant_ids) ORDER BY g.number, p.game)
          FROM event_groups g JOIN event_games p ON p.group_id = g.id WHERE g.round_id = r.id
        ), '[]')) ORDER BY r.number)
        FROM event_rounds r WHERE r.event_id = night.id AND NOT r.held
      ), '[]') AS rounds
    FROM unnest(${eventIds}::text[]) WITH ORDINALITY AS night (id, ord) ORDER BY night.ord
  `.execute(tx)
  return rows
}

/**
 * Returns the rounds of earlier nights as if the players of this event had played them under their entries here, so that a draw can balance
 * opponents and machines over all nights. Players who are not in this event keep the entry of the other night.
 * @param eventIds the earlier nights, the first one first
 */
export async function listEarlierRounds(tx: Db, eventIds: readonly string[], entrants: readonly EnteredPerson[]): Promise<Round[]> {
  if (eventIds.length === 0) return []
  const here = new Map([...peopleOfEvent(entrants)].map(([entrantId, person]) => [person, entrantId]))
  return (await readNights(tx, eventIds)).flatMap(night => {
    const people = peopleOfEvent(night.entrants)
    const entryHere = (entrantId: string): string => here.get(people.get(entrantId) ?? '') ?? entrantId
    return night.rounds.map(({ groups, byes }) => ({
      groups: groups.map(({ machineId, entrantIds }) => ({ machineId, entrantIds: entrantIds.map(entryHere) })),
      byes: byes.map(entryHere),
    }))
  })
}
