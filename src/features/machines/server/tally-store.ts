import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Merging } from './merging.ts'

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
}

/** SQL, a part of a statement: adds the rows of a query (`machine_id, scores, players, zeros`) to the totals and returns the new rows. */
export const insertTotals = (rows: RawBuilder<TallyRow>): RawBuilder<TallyRow> => sql<TallyRow>`
      INSERT INTO machine_tallies AS t (machine_id, scores, players, zeros)
      ${rows}
      ON CONFLICT (machine_id) DO UPDATE SET scores = t.scores + excluded.scores, players = t.players + excluded.players, zeros = t.zeros + excluded.zeros
      RETURNING machine_id, scores, players, zeros`

/** Locks the totals of two machines. */
export async function lockTotals(tx: Db, { from, into }: Merging): Promise<void> {
  await tx
    .selectFrom('machine_tallies')
    .select('machine_id')
    .where('machine_id', 'in', [from, into])
    .orderBy('machine_id')
    .forUpdate()
    .execute()
}

/** Adds the totals of one machine to another's. @param players by how many the other's players increase. @returns the other's new totals */
export async function mergeTotals(tx: Db, { from, into }: Merging, players: number): Promise<MachineTotals> {
  const { rows } = await sql<MachineTotals>`
    INSERT INTO machine_tallies AS t (machine_id, scores, players, zeros)
    SELECT ${into}, coalesce(sum(scores), 0), ${players}::integer, coalesce(sum(zeros), 0) FROM machine_tallies WHERE machine_id = ${from}
    ON CONFLICT (machine_id) DO UPDATE SET
      scores = t.scores + excluded.scores, players = t.players + excluded.players, zeros = t.zeros + excluded.zeros
    RETURNING scores, players, zeros
  `.execute(tx)
  return rows[0]!
}
