import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

/**
 * `jobs`: work that is done after a transaction. `key` makes a job unique within its kind; `version` counts how often it was added;
 * `claimed_by` is the token of the worker that has it until `claimed_until`. A job with `failed_at` is not tried again by itself; one with
 * `discarded_at` was discarded by an administrator.
 */
export const jobMigrations: readonly Migration[] = [
  {
    name: 'jobs/001-queue',
    async up(tx) {
      await sql<never>`
        CREATE TABLE jobs (
          id text PRIMARY KEY DEFAULT gen_random_uuid()::text,
          kind text NOT NULL,
          key text NOT NULL DEFAULT gen_random_uuid()::text,
          body jsonb NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now(),
          due_at timestamptz NOT NULL,
          tries integer NOT NULL DEFAULT 0,
          version integer NOT NULL DEFAULT 1,
          claimed_by text,
          claimed_until timestamptz,
          request_id text,
          last_error text,
          failed_at timestamptz,
          discarded_at timestamptz,
          UNIQUE (kind, key)
        )`.execute(tx)
      await sql<never>`CREATE INDEX jobs_due ON jobs (kind, due_at, id) WHERE failed_at IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX jobs_failed ON jobs (failed_at) WHERE failed_at IS NOT NULL`.execute(tx)
    },
  },
]
