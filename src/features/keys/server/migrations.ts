import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const keysMigrations: readonly Migration[] = [
  {
    // Only the hash of a secret is stored. A revoked key stays, so that its id cannot be used again.
    name: 'keys/001-keys',
    async up(tx) {
      await sql<never>`
        CREATE TABLE api_keys (
          id text PRIMARY KEY,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          name text NOT NULL,
          hashed_secret text NOT NULL UNIQUE,
          begins text NOT NULL,
          fingerprint text NOT NULL,
          scopes text[] NOT NULL,
          event_id text,
          venue_id text,
          created_at timestamptz NOT NULL DEFAULT now(),
          used_at timestamptz,
          expires_at timestamptz,
          revoked_at timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX api_keys_user ON api_keys (user_id, created_at DESC)`.execute(tx)
    },
  },
]
