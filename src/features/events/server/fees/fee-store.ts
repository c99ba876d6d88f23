import type { Db } from '#platform/db/database.ts'

/** What taking part costs. */
export interface Fee {
  /** with at most 2 decimals */
  amount: number
  currency: string
}

export async function findFee(db: Db, eventId: string): Promise<Fee | null> {
  const fee = await db.selectFrom('event_fees').select(['hundredths', 'currency']).where('event_id', '=', eventId).executeTakeFirst()
  return fee === undefined ? null : { amount: fee.hundredths / 100, currency: fee.currency }
}

/** @param fee null: taking part costs nothing */
export async function setFee(tx: Db, eventId: string, fee: Fee | null): Promise<void> {
  if (fee === null) {
    await tx.deleteFrom('event_fees').where('event_id', '=', eventId).execute()
    return
  }
  const values = { hundredths: Math.round(fee.amount * 100), currency: fee.currency }
  await tx
    .insertInto('event_fees')
    .values({ event_id: eventId, ...values })
    .onConflict(conflict => conflict.column('event_id').doUpdateSet(values))
    .execute()
}

/** Returns the entrants of an event who have paid. */
export async function listPaid(db: Db, eventId: string): Promise<string[]> {
  const paid = await db
    .selectFrom('event_payments as p')
    .innerJoin('event_entrants as n', 'n.id', 'p.entrant_id')
    .select('p.entrant_id as id')
    .where('n.event_id', '=', eventId)
    .execute()
  return paid.map(({ id }) => id)
}

export async function setPaid(tx: Db, entrantId: string, paid: boolean): Promise<void> {
  if (paid)
    await tx
      .insertInto('event_payments')
      .values({ entrant_id: entrantId })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('event_payments').where('entrant_id', '=', entrantId).execute()
}

/** Who is merged into another has paid for both. */
export async function movePayment(tx: Db, from: string, into: string): Promise<void> {
  if ((await tx.selectFrom('event_payments').select('entrant_id').where('entrant_id', '=', from).executeTakeFirst()) !== undefined)
    await setPaid(tx, into, true)
}
