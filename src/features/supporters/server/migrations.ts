import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

/** `tokens` and `verifier` are encrypted. */
export const supportersMigrations: readonly Migration[] = [
  {
    name: 'supporters/001-links',
    async up(tx) {
      await sql<never>`
        CREATE TABLE supporter_links (
          user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
          id text NOT NULL,
          provider_id text NOT NULL UNIQUE,
          tokens bytea NOT NULL,
          tier text,
          active boolean NOT NULL,
          linked_at timestamptz NOT NULL,
          next_check_at timestamptz NOT NULL,
          checking_until timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX supporter_links_next_check ON supporter_links (next_check_at)`.execute(tx)
      await sql<never>`
        CREATE TABLE supporter_begun (
          user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
          state_hash text NOT NULL,
          verifier bytea NOT NULL,
          expires_at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE supporter_revocations (
          id text PRIMARY KEY,
          tokens bytea NOT NULL,
          tries integer NOT NULL DEFAULT 0,
          next_try_at timestamptz NOT NULL
        )`.execute(tx)
    },
  },
  {
    name: 'supporters/002-checks-as-jobs',
    async up(tx) {
      await sql<never>`
        INSERT INTO jobs (kind, key, body, due_at)
        SELECT 'supporter-check', user_id, jsonb_build_object('userId', user_id), next_check_at FROM supporter_links`.execute(tx)
      await sql<never>`ALTER TABLE supporter_links DROP COLUMN next_check_at, DROP COLUMN checking_until`.execute(tx)
      await sql<never>`
        INSERT INTO jobs (kind, key, body, due_at, tries)
        SELECT 'supporter-revoke', id, jsonb_build_object('id', id, 'tokens', translate(encode(tokens, 'base64'), E'\n', '')), next_try_at, tries
        FROM supporter_revocations`.execute(tx)
      await sql<never>`DROP TABLE supporter_revocations`.execute(tx)
    },
  },
]
