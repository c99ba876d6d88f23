import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import type { MachineMerge } from './machine-merge-types.ts'

/**
 * The totals of a machine (`machine_tallies`), which the feature scores keeps up to date in the statements that write scores. A machine
 * without scores has no row. `zeros`: scores that end in 0.
 */
export interface MachineTotals {
  scores: number
  players: number
  zeros: number
}

const TOTALS = ['scores', 'players', 'zeros'] as const

export async function findTotals(db: Db, machineId: string): Promise<MachineTotals> {
  const totals = await db.selectFrom('machine_tallies').select(TOTALS).where('machine_id', '=', machineId).executeTakeFirst()
  return totals ?? { scores: 0, players: 0, zeros: 0 }
}

/** The totals of these machines, by their ids; those without scores are left out. */
export async function listTotals(db: Db, machineIds: readonly string[]): Promise<Map<string, MachineTotals>> {
  const rows = await db
    .selectFrom('machine_tallies')
    .select(['machine_id', ...TOTALS])
    .where('machine_id', '=', anyOf(machineIds))
    .execute()
  return new Map(rows.map(({ machine_id, ...totals }) => [machine_id, totals]))
}

/** The ids of all machines that have a row of totals. */
export async function listMachinesWithTotals(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('machine_tallies').select('machine_id').execute()
  return rows.map(row => row.machine_id)
}

/** Adds to the totals of a machine. @returns the new totals */
export function addToTotals(tx: Db, machineId: string, by: MachineTotals): Promise<MachineTotals> {
  const { scores, players, zeros } = by
  return tx
    .insertInto('machine_tallies')
    .values({ machine_id: machineId, scores, players, zeros })
    .onConflict(conflict =>
      conflict.column('machine_id').doUpdateSet(eb => ({
        scores: eb('machine_tallies.scores', '+', scores),
        players: eb('machine_tallies.players', '+', players),
        zeros: eb('machine_tallies.zeros', '+', zeros),
      })),
    )
    .returning(TOTALS)
    .executeTakeFirstOrThrow()
}

/** A row of `machine_tallies`. */
interface TallyRow extends MachineTotals {
  machine_id: string
  /** when the newest accepted game ended; null: there is none */
  last_played_at: Date | null
}

/**
 * SQL, a part of a statement: adds the rows of a query (`machine_id, scores, players, zeros, last_played_at`) to the totals and returns the
 * new rows. `greatest` ignores NULL.
 */
export const insertTotals = (rows: RawBuilder<TallyRow>): RawBuilder<TallyRow> => sql<TallyRow>`
      INSERT INTO machine_tallies AS t (machine_id, scores, players, zeros, last_played_at)
      ${rows}
      ON CONFLICT (machine_id) DO UPDATE SET scores = t.scores + excluded.scores, players = t.players + excluded.players, zeros = t.zeros + excluded.zeros,
        last_played_at = greatest(t.last_played_at, excluded.last_played_at)
      RETURNING machine_id, scores, players, zeros, last_played_at`

/** `lastPlayedAt`: when the newest accepted game on a machine ended, in ms; null: there is none; missing: a change has left it as it was. */
export interface LastPlayed {
  lastPlayedAt?: number | null
}

/**
 * Sets when a machine was last played, after an accepted score was removed or an older one was accepted. The caller has changed the totals
 * in the same transaction, so their row is locked: a score that is written meanwhile comes after this.
 * @param newest SQL that gives when the newest accepted game of the machine ended
 * @param changedAt when the game of the changed score ended, in ms: nothing is read or written if a newer game is known already
 * @returns when that was; nothing if it stays as it was
 */
export async function setLastPlayed(
  tx: Db,
  machineId: string,
  newest: RawBuilder<Date | null>,
  changedAt: number | null,
): Promise<LastPlayed> {
  const isNewest =
    changedAt === null ? sql<boolean>`true` : sql<boolean>`(last_played_at IS NULL OR last_played_at <= ${new Date(changedAt)})`
  const { rows } = await sql<{ lastPlayedAt: Date | null }>`
    UPDATE machine_tallies SET last_played_at = (${newest}) WHERE machine_id = ${machineId} AND ${isNewest} RETURNING last_played_at AS "lastPlayedAt"
  `.execute(tx)
  return rows[0] === undefined ? {} : { lastPlayedAt: rows[0].lastPlayedAt?.getTime() ?? null }
}

/** When a machine was last played, in ms; null: it has no accepted score. */
export async function findLastPlayed(db: Db, machineId: string): Promise<number | null> {
  const row = await db.selectFrom('machine_tallies').select('last_played_at').where('machine_id', '=', machineId).executeTakeFirst()
  return row?.last_played_at?.getTime() ?? null
}

/** Fills in when each machine was last played. For the migration that introduced it. @param played SQL: a query `machine_id, last_played_at` */
export async function fillLastPlayed(tx: Db, played: RawBuilder<Pick<TallyRow, 'machine_id' | 'last_played_at'>>): Promise<void> {
  await sql<never>`
    UPDATE machine_tallies t SET last_played_at = p.last_played_at FROM (${played}) p WHERE p.machine_id = t.machine_id`.execute(tx)
}

/** Locks the totals of two machines. */
export async function lockTotals(tx: Db, { from, into }: MachineMerge): Promise<void> {
  await tx
    .selectFrom('machine_tallies')
    .select('machine_id')
    .where('machine_id', 'in', [from, into])
    .orderBy('machine_id')
    .forUpdate()
    .execute()
}

/** Adds the totals of one machine to another's. @param players by how many the other's players increase. @returns the other's new totals */
export async function mergeTotals(tx: Db, { from, into }: MachineMerge, players: number): Promise<MachineTotals> {
  const { rows } = await sql<MachineTotals>`
    INSERT INTO machine_tallies AS t (machine_id, scores, players, zeros, last_played_at)
    SELECT ${into}, coalesce(sum(scores), 0), ${players}::integer, coalesce(sum(zeros), 0), max(last_played_at) FROM machine_tallies WHERE machine_id = ${from}
    ON CONFLICT (machine_id) DO UPDATE SET
      scores = t.scores + excluded.scores, players = t.players + excluded.players, zeros = t.zeros + excluded.zeros,
      last_played_at = greatest(t.last_played_at, excluded.last_played_at)
    RETURNING scores, players, zeros
  `.execute(tx)
  return rows[0]!
}
