import type { Db } from '#platform/db/database.ts'

/** Returns the rows that were seen in a station's files of a ROM; null: no file was read. */
export async function findKnownRows(db: Db, stationId: string, rom: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('nvram_bases')
    .select('known')
    .where('station_id', '=', stationId)
    .where('rom', '=', rom)
    .executeTakeFirst()
  return row?.known ?? null
}

export async function setKnownRows(tx: Db, stationId: string, rom: string, known: string[]): Promise<void> {
  await tx
    .insertInto('nvram_bases')
    .values({ station_id: stationId, rom, known })
    .onConflict(conflict => conflict.columns(['station_id', 'rom']).doUpdateSet({ known }))
    .execute()
}
