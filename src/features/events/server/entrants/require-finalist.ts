import { finalistsOnly } from '#events/contract/errors.ts'
import type { Db } from '#platform/db/database.ts'
import type { EventRow } from '../store.ts'
import { findEntrant } from './entrant-store.ts'

/** Nobody enters finals by themselves: their players come from the standings, or from the director. @throws DdpError 409 */
export async function requireFinalist(tx: Db, { id, qualifyingId }: EventRow, userId: string): Promise<void> {
  if (qualifyingId !== null && (await findEntrant(tx, id, userId)) === null) throw finalistsOnly()
}
