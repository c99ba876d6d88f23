import { sql } from 'kysely'
import type { Migration } from '../../../platform/db/migrate.ts'

export const playersMigrations: readonly Migration[] = [
  {
    name: 'players/001-profiles',
    async up(tx) {
      await sql`
        CREATE TABLE player_profiles (
          user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
          bio text NOT NULL DEFAULT '',
          location text NOT NULL DEFAULT '',
          unlisted boolean NOT NULL DEFAULT false
        )`.execute(tx)
    },
  },
  {
    name: 'players/002-picture',
    async up(tx) {
      await sql`ALTER TABLE player_profiles ADD COLUMN picture jsonb`.execute(tx)
    },
  },
  {
    name: 'players/003-supporter',
    async up(tx) {
      await sql`ALTER TABLE player_profiles ADD COLUMN supporter boolean NOT NULL DEFAULT false`.execute(tx)
    },
  },
  {
    name: 'players/004-ifpa',
    async up(tx) {
      await sql`ALTER TABLE player_profiles ADD COLUMN ifpa_number text CHECK (ifpa_number ~ '^[0-9]{1,6}$')`.execute(tx)
    },
  },
]
