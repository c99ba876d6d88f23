import { sql } from 'kysely'
import type { Migration } from '../../../platform/db/migrate.ts'

export const accountsMigrations: readonly Migration[] = [
  {
    name: 'accounts/001-users',
    async up(tx) {
      await sql`
        CREATE TABLE users (
          id text PRIMARY KEY,
          username text NOT NULL,
          username_key text NOT NULL UNIQUE,
          display_name text NOT NULL,
          profile jsonb NOT NULL DEFAULT '{}',
          roles jsonb,
          created_at timestamptz NOT NULL DEFAULT now()
        )`.execute(tx)
      await sql`
        CREATE TABLE user_emails (
          address_key text PRIMARY KEY,
          address text NOT NULL,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          verified boolean NOT NULL DEFAULT false
        )`.execute(tx)
      await sql`CREATE INDEX user_emails_user ON user_emails (user_id)`.execute(tx)
      await sql`CREATE TABLE user_passwords (user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE, hash text NOT NULL)`.execute(tx)
      await sql`
        CREATE TABLE login_tokens (
          hashed_token text PRIMARY KEY,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          issued_at timestamptz NOT NULL
        )`.execute(tx)
      await sql`CREATE INDEX login_tokens_user ON login_tokens (user_id)`.execute(tx)
      await sql`CREATE INDEX login_tokens_issued ON login_tokens (issued_at)`.execute(tx)
    },
  },
]
