import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const reportsMigrations: readonly Migration[] = [
  {
    name: 'reports/001-reports',
    async up(tx) {
      await sql<never>`
        CREATE TABLE reports (
          id text PRIMARY KEY,
          receipt bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
          kind text NOT NULL,
          subject_id text NOT NULL,
          label text NOT NULL,
          about_user text REFERENCES users ON DELETE SET NULL,
          reason text NOT NULL,
          by_user text REFERENCES users ON DELETE SET NULL,
          at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
          closed_at timestamptz,
          closed_by text REFERENCES users ON DELETE SET NULL,
          outcome text
        )`.execute(tx)
      await sql<never>`CREATE INDEX reports_open ON reports (receipt DESC) WHERE closed_at IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX reports_closed ON reports (receipt DESC) WHERE closed_at IS NOT NULL`.execute(tx)
      await sql<never>`CREATE INDEX reports_about ON reports (about_user)`.execute(tx)
      await sql<never>`CREATE INDEX reports_by ON reports (by_user)`.execute(tx)
      await sql<never>`CREATE INDEX reports_closed_by ON reports (closed_by)`.execute(tx)
    },
  },
]
