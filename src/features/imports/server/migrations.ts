import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const importsMigrations: readonly Migration[] = [
  {
    // `ids`: the scores or people that an import has made; `source`: what an event was imported from.
    name: 'imports/001-imports',
    async up(tx) {
      await sql<never>`
        CREATE TABLE imports (
          id text PRIMARY KEY,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          kind text NOT NULL CHECK (kind IN ('scores', 'people', 'event')),
          title text NOT NULL,
          added integer NOT NULL,
          ids text[] NOT NULL,
          group_id text,
          event_id text,
          source text,
          fingerprint text NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now(),
          undone_at timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX imports_user ON imports (user_id, created_at DESC)`.execute(tx)
      await sql<never>`CREATE INDEX imports_source ON imports (source) WHERE source IS NOT NULL AND undone_at IS NULL`.execute(tx)
    },
  },
  {
    // People who were on a list before and whom an import has given a number.
    name: 'imports/002-numbered',
    async up(tx) {
      await sql<never>`ALTER TABLE imports ADD COLUMN numbered text[] NOT NULL DEFAULT '{}'`.execute(tx)
    },
  },
  {
    // An event is imported once into a group, and once into none. Of those that were imported several times, the first import has the source.
    name: 'imports/003-once',
    async up(tx) {
      await sql<never>`
        UPDATE imports i SET source = NULL WHERE undone_at IS NULL AND EXISTS (
          SELECT 1 FROM imports e WHERE e.source = i.source AND e.group_id IS NOT DISTINCT FROM i.group_id AND e.undone_at IS NULL
            AND (e.created_at, e.id) < (i.created_at, i.id))`.execute(tx)
      await sql<never>`DROP INDEX imports_source`.execute(tx)
      await sql<never>`
        CREATE UNIQUE INDEX imports_once ON imports (source, coalesce(group_id, '')) WHERE source IS NOT NULL AND undone_at IS NULL`.execute(
        tx,
      )
    },
  },
]
