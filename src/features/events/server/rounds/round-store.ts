import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { PlayerResultEntry } from '../../rules/result-agreement.ts'
import type { MatchGroup, Round } from '../../rules/rounds.ts'
import { ms } from '../store.ts'

export interface MatchGroupRow {
  id: string
  /** 1 for the first of its round */
  number: number
  machineId: string
  entrantIds: string[]
  /** first place first */
  result: string[] | null
  /** the places of `result`; null: nobody is tied */
  places: number[] | null
  confirmed: boolean
  /** what players of the group have entered, the newest last; empty once the result is confirmed */
  entries: PlayerResultEntry[]
}

export interface RoundRow {
  id: string
  /** 1 for the first */
  number: number
  /** ms */
  drawnAt: number
  byes: string[]
  groups: MatchGroupRow[]
}

const GROUP = sql<MatchGroupRow>`g.id, g.number, g.machine_id AS "machineId", g.entrant_ids AS "entrantIds", g.result, g.places, g.confirmed, g.entries`

/**
 * Lists the rounds in order.
 * @param withGroups the number of the only round whose groups are read; `latest`: the last round; null: the groups of all rounds
 */
export async function listRounds(db: Db, eventId: string, withGroups: number | 'latest' | null = null): Promise<RoundRow[]> {
  const last = sql<number | null>`(SELECT max(l.number) FROM event_rounds l WHERE l.event_id = ${eventId})`
  const hasGroups =
    withGroups === null
      ? sql<boolean>`true`
      : withGroups === 'latest'
        ? sql<boolean>`r.number = ${last}`
        : sql<boolean>`r.number = ${withGroups}`
  const { rows } = await sql<RoundRow>`
    SELECT r.id, r.number, ${ms('r.drawn_at')} AS "drawnAt", r.byes,
      coalesce(
        (SELECT jsonb_agg(to_jsonb(o) ORDER BY o.number) FROM (SELECT ${GROUP} FROM event_groups g WHERE g.round_id = r.id AND ${hasGroups}) o), '[]'
      ) AS groups
    FROM event_rounds r WHERE r.event_id = ${eventId} ORDER BY r.number
  `.execute(db)
  return rows
}

/** Converts a group for the rules: its result counts only if it is confirmed. */
export const toMatchGroup = ({ machineId, entrantIds, result, places, confirmed }: MatchGroupRow): MatchGroup => ({
  machineId,
  entrantIds,
  ...(confirmed ? { order: result!, ...(places === null ? {} : { places }) } : {}),
})

export const toRound = ({ byes, groups }: RoundRow): Round => ({ byes, groups: groups.map(toMatchGroup) })

export async function insertRound(tx: Db, eventId: string, { id, number, byes, groups }: Omit<RoundRow, 'drawnAt'>): Promise<void> {
  await tx.insertInto('event_rounds').values({ id, event_id: eventId, number, byes }).execute()
  for (const group of groups)
    await tx
      .insertInto('event_groups')
      .values({ id: group.id, round_id: id, number: group.number, machine_id: group.machineId, entrant_ids: group.entrantIds })
      .execute()
}

/** Finds a round of any event by its id. */
export async function findRound(db: Db, id: string): Promise<{ eventId: string; number: number } | null> {
  const round = await db.selectFrom('event_rounds').select(['event_id as eventId', 'number']).where('id', '=', id).executeTakeFirst()
  return round ?? null
}

export async function deleteRound(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('event_rounds').where('id', '=', id).execute()
}

/** Returns a group and locks its row. */
export async function lockMatchGroup(tx: Db, eventId: string, id: string): Promise<(MatchGroupRow & { round: number }) | null> {
  const { rows } = await sql<MatchGroupRow & { round: number }>`
    SELECT ${GROUP}, r.number AS round FROM event_groups g JOIN event_rounds r ON r.id = g.round_id
    WHERE r.event_id = ${eventId} AND g.id = ${id} FOR NO KEY UPDATE OF g
  `.execute(tx)
  return rows[0] ?? null
}

/** The result of a group, which counts once it is confirmed. */
export type MatchResult = Pick<MatchGroupRow, 'result' | 'places' | 'confirmed' | 'entries'>

export const NO_RESULT: MatchResult = { result: null, places: null, confirmed: false, entries: [] }

export async function setResult(tx: Db, groupId: string, { result, places, confirmed, entries }: MatchResult): Promise<void> {
  await tx
    .updateTable('event_groups')
    .set({ result, places, confirmed, entries: JSON.stringify(entries) })
    .where('id', '=', groupId)
    .execute()
}

export async function setGroupMachine(tx: Db, groupId: string, machineId: string): Promise<void> {
  await tx.updateTable('event_groups').set({ machine_id: machineId }).where('id', '=', groupId).execute()
}
