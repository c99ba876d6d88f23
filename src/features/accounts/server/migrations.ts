import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'
import { rekeyBlockedNames } from './usernames/blocked-names-store.ts'
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
  {
    // The language of a user's e-mails and notifications. NULL: the user has not chosen one.
    name: 'accounts/007-locale',
    async up(tx) {
      await sql<never>`ALTER TABLE users ADD COLUMN locale text`.execute(tx)
    },
  },
  {
    // The second step of logins by password. The secret is encrypted; enabled_at is NULL until a code has proved that an app knows it.
    // last_step: the period (30 s since 1970) of the last code that was used.
    name: 'accounts/008-second-step',
    async up(tx) {
      await sql<never>`
        CREATE TABLE user_totp (
          user_id text PRIMARY KEY REFERENCES users,
          secret bytea NOT NULL,
          enabled_at timestamptz,
          last_step integer
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE user_recovery_codes (
          user_id text NOT NULL REFERENCES users,
          code_hash text NOT NULL,
          PRIMARY KEY (user_id, code_hash)
        )`.execute(tx)
    },
  },
  {
    // Passkeys (WebAuthn). counter: how often the authenticator says it was used; many always say 0. began_with: how a session's user signed
    // in, which is not known of older sessions. proved_at: when that was, however often the token is renewed.
    name: 'accounts/009-passkeys',
    async up(tx) {
      await sql<never>`
        CREATE TABLE passkeys (
          id text PRIMARY KEY,
          user_id text NOT NULL REFERENCES users,
          credential_id text NOT NULL UNIQUE,
          public_key bytea NOT NULL,
          counter bigint NOT NULL,
          transports text[] NOT NULL,
          backed_up boolean NOT NULL,
          name text NOT NULL,
          created_at timestamptz NOT NULL,
          last_used_at timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX passkeys_user ON passkeys (user_id)`.execute(tx)
      await sql<never>`ALTER TABLE login_tokens ADD COLUMN began_with text, ADD COLUMN proved_at timestamptz`.execute(tx)
      await sql<never>`
        CREATE OR REPLACE VIEW user_cards AS
        SELECT id, username, username_key, display_name, search, roles, created_at, deleted_at,
          EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id) AS has_password,
          EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id) OR EXISTS (SELECT 1 FROM user_srp s WHERE s.user_id = u.id)
            OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id) AS can_log_in,
          EXISTS (SELECT 1 FROM user_emails e WHERE e.user_id = u.id) AS has_address
        FROM users u`.execute(tx)
    },
  },
  {
    // Providers by which users sign in (OpenID Connect). Issuer and subject name an account at a provider; service is the site's name for the
    // provider. oauth_attempts: visits to a provider that have begun. oauth_credentials: answers of providers that wait for the client that
    // began. Both last ten minutes; tokens and secrets are kept as hashes, or encrypted.
    name: 'accounts/010-login-services',
    async up(tx) {
      await sql<never>`
        CREATE TABLE login_identities (
          issuer text NOT NULL,
          subject text NOT NULL,
          user_id text NOT NULL REFERENCES users,
          service text NOT NULL,
          name text,
          linked_at timestamptz NOT NULL,
          last_used_at timestamptz,
          PRIMARY KEY (issuer, subject),
          UNIQUE (user_id, service)
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE oauth_attempts (
          state_hash text PRIMARY KEY,
          service text NOT NULL,
          user_id text REFERENCES users,
          secrets bytea NOT NULL,
          next text,
          token_hash text,
          browser_hash text NOT NULL,
          expires_at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE oauth_credentials (
          token_hash text PRIMARY KEY,
          secret_hash text NOT NULL,
          service text NOT NULL,
          user_id text REFERENCES users,
          provider_user jsonb NOT NULL,
          expires_at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`
        CREATE OR REPLACE VIEW user_cards AS
        SELECT id, username, username_key, display_name, search, roles, created_at, deleted_at,
          EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id) AS has_password,
          EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id) OR EXISTS (SELECT 1 FROM user_srp s WHERE s.user_id = u.id)
            OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id)
            OR EXISTS (SELECT 1 FROM login_identities i WHERE i.user_id = u.id) AS can_log_in,
          EXISTS (SELECT 1 FROM user_emails e WHERE e.user_id = u.id) AS has_address
        FROM users u`.execute(tx)
    },
  },
  {
    // suspended_until NULL beside suspended_at: until an administrator lifts it. Columns and not a table, because the statement that starts
    // a session locks the user's row (decision 044).
    name: 'accounts/011-suspensions',
    async up(tx) {
      await sql<never>`
        ALTER TABLE users
          ADD COLUMN suspended_at timestamptz,
          ADD COLUMN suspended_until timestamptz,
          ADD COLUMN suspension_reason text`.execute(tx)
      await sql<never>`CREATE INDEX users_suspended_until ON users (suspended_until) WHERE suspended_until IS NOT NULL`.execute(tx)
      await sql<never>`
        CREATE VIEW user_suspensions AS
        SELECT id AS user_id, suspended_at AS since, suspended_until AS until, suspension_reason AS reason
        FROM users WHERE suspended_at IS NOT NULL`.execute(tx)
    },
  },
  {
    // keys: of names and words their skeletons (UTS 39), of a domain itself.
    name: 'accounts/012-blocked-names',
    async up(tx) {
      await sql<never>`
        CREATE TABLE blocked_names (
          id text COLLATE "C" PRIMARY KEY,
          kind text NOT NULL CHECK (kind IN ('username', 'word', 'domain')),
          name text NOT NULL,
          keys text[] NOT NULL,
          anywhere boolean NOT NULL,
          added_at timestamptz NOT NULL DEFAULT now(),
          UNIQUE (kind, name)
        )`.execute(tx)
    },
  },
  {
    // The application writes the search texts itself (platform/db/search-texts.ts), so that pages and other searches compare in the same way.
    name: 'accounts/013-search-texts',
    async up(tx) {
      await sql<never>`ALTER TABLE users ALTER COLUMN search DROP EXPRESSION`.execute(tx)
      await sql<never>`ALTER TABLE users ALTER COLUMN search SET DEFAULT ''`.execute(tx)
    },
  },
  {
    // Skeletons are made from another copy of Unicode's table, and without any of the characters that programs may draw as nothing.
    name: 'accounts/014-skeletons',
    async up(tx) {
      await rekeyUsernames(tx)
      await rekeyBlockedNames(tx)
    },
  },
  {
    // The words of the search texts, each in a row, so that an index has them in their order: a search finds the first names that begin with
    // a text without reading all of them. A trigger keeps them, because nodes of the version before write search texts too. A word that
    // begins another word of the same user has no row, and what is longer than 100 characters is cut, as an index has to fit in a page.
    // is_username: the word is the first of the search text.
    name: 'accounts/015-user-words',
    async up(tx) {
      await sql<never>`CREATE TABLE user_words (word text COLLATE "C" NOT NULL, user_id text NOT NULL, is_username boolean NOT NULL)`.execute(
        tx,
      )
      await sql<never>`
        CREATE FUNCTION list_user_words(search text) RETURNS TABLE (word text, is_username boolean) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
          WITH words AS (SELECT w, min(n) AS n FROM string_to_table(search, ' ') WITH ORDINALITY t (w, n) WHERE w <> '' GROUP BY w)
          SELECT left(w, 100), bool_or(n = (SELECT min(n) FROM words)) FROM words
          WHERE NOT EXISTS (SELECT FROM words longer WHERE longer.w <> words.w AND starts_with(longer.w, words.w)) GROUP BY 1
        $$`.execute(tx)
      await sql<never>`
        CREATE FUNCTION keep_user_words() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            IF TG_OP = 'UPDATE' AND OLD.search = NEW.search THEN RETURN NULL; END IF;
            IF TG_OP <> 'INSERT' THEN
              DELETE FROM user_words w USING list_user_words(OLD.search) gone WHERE w.word = gone.word AND w.user_id = OLD.id;
            END IF;
            IF TG_OP <> 'DELETE' THEN
              INSERT INTO user_words (word, user_id, is_username) SELECT w.word, NEW.id, w.is_username FROM list_user_words(NEW.search) w;
            END IF;
            RETURN NULL;
          END
        $$`.execute(tx)
      await sql<never>`
        CREATE TRIGGER users_words AFTER INSERT OR DELETE OR UPDATE OF search ON users FOR EACH ROW EXECUTE FUNCTION keep_user_words()`.execute(
        tx,
      )
      await sql<never>`
        INSERT INTO user_words (word, user_id, is_username)
        SELECT w.word, u.id, w.is_username FROM users u, list_user_words(u.search) w`.execute(tx)
      await sql<never>`ALTER TABLE user_words ADD PRIMARY KEY (word, user_id)`.execute(tx)
      await sql<never>`CREATE INDEX user_words_usernames ON user_words (word, user_id) WHERE is_username`.execute(tx)
      await sql<never>`CREATE VIEW user_search_words AS SELECT word, user_id, is_username FROM user_words`.execute(tx)
    },
  },
]
