import { sql } from 'kysely'
import type { FixedSeats } from '#events/rules/draw/assign-machines.ts'
import type { Db } from '#platform/db/database.ts'

/** A player who plays every game on these machines. */
export interface SeatRow {
  entrantId: string
  machineIds: string[]
}

export async function listSeats(db: Db, eventId: string): Promise<SeatRow[]> {
  return db
    .selectFrom('event_seats as s')
    .innerJoin('event_entrants as n', 'n.id', 's.entrant_id')
    .select(['s.entrant_id as entrantId', 's.machine_ids as machineIds'])
    .where('n.event_id', '=', eventId)
    .execute()
}

/** Returns on which machines players play alone, as far as these have the machines. */
export async function listFixedSeats(db: Db, eventId: string, machineIds: readonly string[]): Promise<FixedSeats> {
  const seats = (await listSeats(db, eventId)).map(seat => [seat.entrantId, seat.machineIds.filter(id => machineIds.includes(id))] as const)
  return new Map(seats.filter(([, own]) => own.length > 0))
}

/** @param machineIds empty: the player plays on all machines */
export async function setSeat(tx: Db, { entrantId, machineIds }: SeatRow): Promise<void> {
  if (machineIds.length === 0) {
    await tx.deleteFrom('event_seats').where('entrant_id', '=', entrantId).execute()
    return
  }
  await tx
    .insertInto('event_seats')
    .values({ entrant_id: entrantId, machine_ids: machineIds })
    .onConflict(conflict => conflict.column('entrant_id').doUpdateSet({ machine_ids: machineIds }))
    .execute()
}

/** Gives the seat of a merged entrant to the one that stays, unless that has one. */
export async function moveSeat(tx: Db, from: string, into: string): Promise<void> {
  await sql<never>`
    UPDATE event_seats SET entrant_id = ${into} WHERE entrant_id = ${from} AND NOT EXISTS (SELECT 1 FROM event_seats WHERE entrant_id = ${into})
  `.execute(tx)
}
