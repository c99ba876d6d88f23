import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const playersMigrations: readonly Migration[] = [
  {
    name: 'players/001-profiles',
    async up(tx) {
      await sql<never>`
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
      await sql<never>`ALTER TABLE player_profiles ADD COLUMN picture jsonb`.execute(tx)
    },
  },
  {
    name: 'players/003-supporter',
    async up(tx) {
      await sql<never>`ALTER TABLE player_profiles ADD COLUMN supporter boolean NOT NULL DEFAULT false`.execute(tx)
    },
  },
  {
    name: 'players/004-ifpa',
    async up(tx) {
      await sql<never>`ALTER TABLE player_profiles ADD COLUMN ifpa_number text CHECK (ifpa_number ~ '^[0-9]{1,6}$')`.execute(tx)
    },
  },
  {
    // What other features may read. A migration that changes these columns drops the view and creates it again.
    name: 'players/005-views',
    async up(tx) {
      await sql<never>`
        CREATE VIEW profile_cards AS
        SELECT user_id, picture #> '{sizes,0}' AS avatar, supporter, unlisted, ifpa_number FROM player_profiles`.execute(tx)
      await sql<never>`
        CREATE VIEW player_cards AS
        SELECT u.id, u.username, u.username_key, u.display_name, u.search, u.roles, u.deleted_at, p.picture #> '{sizes,0}' AS avatar,
          (p.supporter IS TRUE) AS supporter, (p.unlisted IS TRUE) AS unlisted, p.ifpa_number
        FROM user_cards u LEFT JOIN player_profiles p ON p.user_id = u.id`.execute(tx)
    },
  },
]
