import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const oauthMigrations: readonly Migration[] = [
  {
    /*
     * An application that was removed stays, so that its id cannot be used again. `oauth_grants` has what people have allowed; `id` is a
     * hash, as is the id of everything in `oauth_records`: codes, tokens, and requests that nobody has answered yet, which have no grant.
     */
    name: 'oauth/001-oauth',
    async up(tx) {
      await sql<never>`
        CREATE TABLE oauth_applications (
          id text PRIMARY KEY,
          name text NOT NULL,
          redirect_uris text[] NOT NULL,
          hashed_secret text,
          fingerprint text NOT NULL,
          made_by text REFERENCES users ON DELETE SET NULL,
          created_at timestamptz NOT NULL DEFAULT now(),
          removed_at timestamptz
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE oauth_grants (
          id text PRIMARY KEY,
          application_id text NOT NULL REFERENCES oauth_applications,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          scopes text[] NOT NULL,
          payload jsonb NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now(),
          used_at timestamptz,
          expires_at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`CREATE INDEX oauth_grants_user ON oauth_grants (user_id, application_id)`.execute(tx)
      await sql<never>`CREATE INDEX oauth_grants_application ON oauth_grants (application_id, user_id)`.execute(tx)
      await sql<never>`CREATE INDEX oauth_grants_end ON oauth_grants (expires_at)`.execute(tx)
      await sql<never>`
        CREATE TABLE oauth_records (
          hashed_id text PRIMARY KEY,
          grant_id text REFERENCES oauth_grants ON DELETE CASCADE,
          payload jsonb NOT NULL,
          consumed_at timestamptz,
          expires_at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`CREATE INDEX oauth_records_grant ON oauth_records (grant_id)`.execute(tx)
      await sql<never>`CREATE INDEX oauth_records_end ON oauth_records (expires_at)`.execute(tx)
    },
  },
]
