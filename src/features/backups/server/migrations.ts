import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const backupsMigrations: readonly Migration[] = [
  {
    name: 'backups/001-backups',
    async up(tx) {
      // `target` is the folder or the bucket: the rotation concerns the backups of one target alone.
      await sql<never>`
        CREATE TABLE backups (
          id text COLLATE "C" PRIMARY KEY,
          created_at timestamptz NOT NULL,
          by_user text,
          scheduled_for timestamptz UNIQUE,
          state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
          kind text NOT NULL CHECK (kind IN ('folder', 's3')),
          target text NOT NULL,
          file text,
          bytes bigint NOT NULL DEFAULT 0,
          ended_at timestamptz,
          error text
        )`.execute(tx)
      await sql<never>`CREATE UNIQUE INDEX backups_active ON backups ((true)) WHERE state IN ('queued', 'running')`.execute(tx)
      await sql<never>`
        CREATE TABLE backup_downloads (
          token_hash text PRIMARY KEY,
          backup_id text COLLATE "C" NOT NULL REFERENCES backups ON DELETE CASCADE,
          made_by text NOT NULL,
          expires_at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`CREATE INDEX backup_downloads_backup ON backup_downloads (backup_id)`.execute(tx)
    },
  },
]
