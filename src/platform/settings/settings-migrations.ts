import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

/**
 * `site_settings`: what administrators have set, by key. A row holds a value, or a sealed one (`SecretBox`) where it has secrets. What has
 * its default has no row. `site_secrets`: keys that the nodes of a site share, sealed by the key in the environment (`SECRETS_KEY`); it is
 * empty where there is no such key, because the data folder has them then.
 */
export const settingsMigrations: readonly Migration[] = [
  {
    name: 'settings/001-tables',
    async up(tx) {
      await sql<never>`
        CREATE TABLE site_settings (
          key text PRIMARY KEY,
          value jsonb,
          sealed bytea,
          updated_at timestamptz NOT NULL DEFAULT now(),
          CHECK ((value IS NULL) <> (sealed IS NULL))
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE site_secrets (
          name text PRIMARY KEY,
          sealed bytea NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now()
        )`.execute(tx)
    },
  },
]
