import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const nvramMigrations: readonly Migration[] = [
  {
    // `known`: the rows of high scores that were seen in a station's files of this ROM, as `nameOf` writes them.
    name: 'stations/002-nvram',
    async up(tx) {
      await sql<never>`
        CREATE TABLE nvram_bases (
          station_id text NOT NULL REFERENCES stations ON DELETE CASCADE,
          rom text NOT NULL,
          known text[] NOT NULL,
          PRIMARY KEY (station_id, rom)
        )`.execute(tx)
    },
  },
]
