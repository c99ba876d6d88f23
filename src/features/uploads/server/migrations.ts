import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const uploadsMigrations: readonly Migration[] = [
  {
    name: 'uploads/001-pictures',
    async up(tx) {
      await sql<never>`
        CREATE TABLE uploads (
          key text PRIMARY KEY,
          user_id text NOT NULL REFERENCES users,
          kind text NOT NULL,
          subject_id text,
          asked_at timestamptz NOT NULL DEFAULT now()
        )`.execute(tx)
      await sql<never>`CREATE INDEX uploads_asked ON uploads (asked_at)`.execute(tx)
      await sql<never>`CREATE INDEX uploads_user ON uploads (user_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE pictures (
          id text PRIMARY KEY,
          kind text NOT NULL,
          subject_id text NOT NULL,
          user_id text NOT NULL REFERENCES users,
          incoming text,
          objects text[] NOT NULL DEFAULT '{}',
          state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'shown', 'gone')),
          due_at timestamptz NOT NULL,
          tries integer NOT NULL DEFAULT 0
        )`.execute(tx)
      await sql<never>`CREATE INDEX pictures_due ON pictures (due_at) WHERE state <> 'shown'`.execute(tx)
      await sql<never>`CREATE INDEX pictures_subject ON pictures (kind, subject_id)`.execute(tx)
    },
  },
  {
    name: 'uploads/002-sent-as',
    async up(tx) {
      await sql<never>`ALTER TABLE pictures ADD COLUMN sent_as text`.execute(tx)
      await sql<never>`UPDATE pictures SET sent_as = incoming`.execute(tx)
      await sql<never>`CREATE INDEX pictures_sent_as ON pictures (sent_as)`.execute(tx)
    },
  },
  {
    // What other features may read. A migration that changes these columns drops the view and creates it again.
    name: 'uploads/003-views',
    async up(tx) {
      await sql<never>`
        CREATE VIEW shown_pictures AS SELECT id, kind, subject_id, user_id FROM pictures WHERE state = 'shown'`.execute(tx)
    },
  },
  {
    name: 'uploads/003-pictures-as-jobs',
    async up(tx) {
      await sql<never>`
        INSERT INTO jobs (kind, key, body, due_at, tries)
        SELECT 'picture', id, jsonb_build_object('pictureId', id, 'upload', kind), due_at, tries FROM pictures WHERE state <> 'shown'`.execute(
        tx,
      )
      await sql<never>`ALTER TABLE pictures DROP COLUMN due_at, DROP COLUMN tries`.execute(tx)
    },
  },
]
