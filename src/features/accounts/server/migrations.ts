import { sql } from 'kysely'
import type { Migration } from '../../../platform/db/migrate.ts'
import { rekeyUsernames } from './usernames/rekey-usernames.ts'

export const accountsMigrations: readonly Migration[] = [
  {
    name: 'accounts/001-users',
    async up(tx) {
      await sql<never>`
        CREATE TABLE users (
          id text PRIMARY KEY,
          username text NOT NULL,
          username_key text NOT NULL UNIQUE,
          display_name text NOT NULL,
          profile jsonb NOT NULL DEFAULT '{}',
          roles jsonb,
          created_at timestamptz NOT NULL DEFAULT now()
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE user_emails (
          address_key text PRIMARY KEY,
          address text NOT NULL,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          verified boolean NOT NULL DEFAULT false
        )`.execute(tx)
      await sql<never>`CREATE INDEX user_emails_user ON user_emails (user_id)`.execute(tx)
      await sql<never>`CREATE TABLE user_passwords (user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE, hash text NOT NULL)`.execute(
        tx,
      )
      await sql<never>`
        CREATE TABLE login_tokens (
          hashed_token text PRIMARY KEY,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          issued_at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`CREATE INDEX login_tokens_user ON login_tokens (user_id)`.execute(tx)
      await sql<never>`CREATE INDEX login_tokens_issued ON login_tokens (issued_at)`.execute(tx)
    },
  },
  {
    name: 'accounts/002-tokens',
    async up(tx) {
      await sql<never>`ALTER TABLE users ADD COLUMN deleted_at timestamptz`.execute(tx)
      await sql<never>`
        ALTER TABLE login_tokens
          ADD COLUMN id text NOT NULL UNIQUE DEFAULT gen_random_uuid(),
          ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now(),
          ADD COLUMN device text NOT NULL DEFAULT '',
          ADD COLUMN delete_after timestamptz`.execute(tx)
      await sql<never>`
        CREATE TABLE password_tokens (
          hashed_token text PRIMARY KEY,
          user_id text NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
          reason text NOT NULL CHECK (reason IN ('reset', 'enroll')),
          address text,
          issued_at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE email_tokens (
          hashed_token text PRIMARY KEY,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          address text NOT NULL,
          replaces boolean NOT NULL,
          issued_at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`CREATE INDEX email_tokens_user ON email_tokens (user_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE user_srp (
          user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
          identity text NOT NULL,
          salt text NOT NULL,
          verifier text NOT NULL
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE mail_jobs (
          id text PRIMARY KEY,
          user_id text REFERENCES users ON DELETE CASCADE,
          kind text NOT NULL,
          address text NOT NULL,
          due_at timestamptz NOT NULL,
          tries integer NOT NULL DEFAULT 0
        )`.execute(tx)
      await sql<never>`CREATE INDEX mail_jobs_due ON mail_jobs (due_at)`.execute(tx)
      await sql<never>`
        CREATE TABLE export_tokens (
          hashed_token text PRIMARY KEY,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          expires_at timestamptz NOT NULL
        )`.execute(tx)
    },
  },
  {
    name: 'accounts/003-search',
    async up(tx) {
      await sql<never>`
        ALTER TABLE users ADD COLUMN search text NOT NULL GENERATED ALWAYS AS (search_words(username || ' ' || display_name)) STORED`.execute(
        tx,
      )
      await sql<never>`CREATE INDEX users_search ON users USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL`.execute(tx)
    },
  },
  {
    name: 'accounts/004-mail-requests',
    async up(tx) {
      await sql<never>`ALTER TABLE mail_jobs ADD COLUMN request_id text`.execute(tx)
    },
  },
  {
    name: 'accounts/005-lookalikes',
    async up(tx) {
      await sql<never>`ALTER TABLE users ADD COLUMN username_skeletons text[] NOT NULL DEFAULT '{}'`.execute(tx)
      await rekeyUsernames(tx)
      await sql<never>`CREATE INDEX users_username_skeletons ON users USING gin (username_skeletons)`.execute(tx)
    },
  },
  {
    // What other features may read. A migration that changes these columns drops the view and creates it again.
    name: 'accounts/006-views',
    async up(tx) {
      await sql<never>`
        CREATE VIEW user_cards AS
        SELECT id, username, username_key, display_name, search, roles, created_at, deleted_at,
          EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id) AS has_password,
          EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id) OR EXISTS (SELECT 1 FROM user_srp s WHERE s.user_id = u.id) AS can_log_in,
          EXISTS (SELECT 1 FROM user_emails e WHERE e.user_id = u.id) AS has_address
        FROM users u`.execute(tx)
    },
  },
  {
    name: 'accounts/006-mails-as-jobs',
    async up(tx) {
      await sql<never>`
        INSERT INTO jobs (id, kind, key, body, due_at, tries, request_id)
        SELECT id, 'mail', id, jsonb_build_object('userId', user_id, 'kind', kind, 'address', address, 'addressKey', lower(address)), due_at, tries, request_id
        FROM mail_jobs`.execute(tx)
      await sql<never>`DROP TABLE mail_jobs`.execute(tx)
    },
  },
]
