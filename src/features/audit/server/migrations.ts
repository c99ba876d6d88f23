import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const auditMigrations: readonly Migration[] = [
  {
    name: 'audit/001-log',
    async up(tx) {
      // Without foreign keys to users: an entry outlives its users, and writing one locks no user's row.
      await sql<never>`
        CREATE TABLE audit_log (
          id text COLLATE "C" PRIMARY KEY,
          at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
          by_user text,
          action text NOT NULL,
          subject_kind text NOT NULL,
          subject_id text NOT NULL,
          label text,
          about_user text,
          details jsonb NOT NULL DEFAULT '{}'
        )`.execute(tx)
      await sql<never>`CREATE INDEX audit_log_action ON audit_log (action, id DESC)`.execute(tx)
      await sql<never>`CREATE INDEX audit_log_by ON audit_log (by_user, id DESC)`.execute(tx)
      await sql<never>`CREATE INDEX audit_log_about ON audit_log (about_user, id DESC)`.execute(tx)
    },
  },
  {
    // Links by which the log is downloaded, each once. Without a foreign key, as above.
    name: 'audit/002-exports',
    async up(tx) {
      await sql<never>`
        CREATE TABLE audit_exports (
          hashed_token text PRIMARY KEY,
          made_by text NOT NULL,
          format text NOT NULL CHECK (format IN ('csv', 'ndjson')),
          action text,
          user_id text,
          expires_at timestamptz NOT NULL
        )`.execute(tx)
    },
  },
]
