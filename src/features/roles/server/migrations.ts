import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const rolesMigrations: readonly Migration[] = [
  {
    name: 'roles/001-roles',
    async up(tx) {
      await sql<never>`CREATE TABLE roles (name text PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now())`.execute(tx)
      await sql<never>`
        INSERT INTO roles (name)
        VALUES ('admin'), ('moderator'), ('machine-editor'), ('event-director'), ('owner'), ('manager'), ('member')
      `.execute(tx)
    },
  },
]
