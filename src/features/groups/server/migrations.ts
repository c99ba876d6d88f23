import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const groupsMigrations: readonly Migration[] = [
  {
    name: 'groups/001-groups',
    async up(tx) {
      await sql<never>`
        CREATE TABLE groups (
          id text PRIMARY KEY,
          receipt bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
          name text NOT NULL,
          description text NOT NULL DEFAULT '',
          visibility text NOT NULL CHECK (visibility IN ('public', 'private')),
          made_by text NOT NULL REFERENCES users,
          fingerprint text NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now(),
          removed_at timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX groups_listed ON groups (receipt DESC) WHERE removed_at IS NULL AND visibility = 'public'`.execute(tx)
      await sql<never>`
        CREATE TABLE group_members (
          group_id text NOT NULL REFERENCES groups,
          user_id text NOT NULL REFERENCES users,
          joined_at timestamptz NOT NULL DEFAULT now(),
          PRIMARY KEY (group_id, user_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX group_members_user ON group_members (user_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE group_invites (
          hashed_code text PRIMARY KEY,
          group_id text NOT NULL REFERENCES groups,
          expires_at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`CREATE INDEX group_invites_group ON group_invites (group_id)`.execute(tx)
    },
  },
  {
    name: 'groups/002-picture',
    async up(tx) {
      await sql<never>`ALTER TABLE groups ADD COLUMN picture jsonb`.execute(tx)
    },
  },
  {
    name: 'groups/003-search',
    async up(tx) {
      await sql<never>`ALTER TABLE groups ADD COLUMN search text NOT NULL GENERATED ALWAYS AS (search_words(name)) STORED`.execute(tx)
      await sql<never>`CREATE INDEX groups_search ON groups USING gin (search gin_trgm_ops) WHERE removed_at IS NULL`.execute(tx)
    },
  },
  {
    name: 'groups/004-made-by',
    async up(tx) {
      await sql<never>`CREATE INDEX groups_made_by ON groups (made_by, created_at DESC)`.execute(tx)
    },
  },
  {
    // What other features may read. A migration that changes these columns drops the view and creates it again.
    name: 'groups/005-views',
    async up(tx) {
      await sql<never>`
        CREATE VIEW group_cards AS SELECT id, name, visibility FROM groups WHERE removed_at IS NULL`.execute(tx)
      await sql<never>`
        CREATE VIEW group_memberships AS SELECT group_id, user_id, joined_at FROM group_members`.execute(tx)
    },
  },
  {
    // Null in invitations from before, and after the inviting account was deleted.
    name: 'groups/006-invited-by',
    async up(tx) {
      await sql<never>`ALTER TABLE group_invites ADD COLUMN invited_by text REFERENCES users`.execute(tx)
      await sql<never>`CREATE INDEX group_invites_invited_by ON group_invites (invited_by)`.execute(tx)
    },
  },
  {
    // The application writes the search texts itself (platform/db/search-texts.ts), so that pages and other searches compare in the same way.
    name: 'groups/007-search-texts',
    async up(tx) {
      await sql<never>`ALTER TABLE groups ALTER COLUMN search DROP EXPRESSION`.execute(tx)
      await sql<never>`ALTER TABLE groups ALTER COLUMN search SET DEFAULT ''`.execute(tx)
    },
  },
  {
    // People who play in the group's events without an account. One who was removed or merged stays without text, so that its id is not used
    // again.
    name: 'groups/008-people',
    async up(tx) {
      await sql<never>`
        CREATE TABLE group_people (
          id text PRIMARY KEY,
          group_id text NOT NULL REFERENCES groups,
          name text NOT NULL,
          ifpa_number text CHECK (ifpa_number ~ '^[0-9]{1,6}$'),
          note text NOT NULL DEFAULT '',
          user_id text REFERENCES users,
          made_by text NOT NULL REFERENCES users,
          fingerprint text NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now(),
          removed_at timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX group_people_group ON group_people (group_id) WHERE removed_at IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX group_people_user ON group_people (user_id)`.execute(tx)
      await sql<never>`CREATE INDEX group_people_made_by ON group_people (made_by, created_at DESC)`.execute(tx)
    },
  },
  {
    // A webhook at Discord, encrypted for the group, the last characters of its address, and when it last took no message.
    name: 'groups/009-webhook',
    async up(tx) {
      await sql<never>`
        ALTER TABLE groups ADD COLUMN webhook bytea, ADD COLUMN webhook_ending text, ADD COLUMN webhook_failed_at timestamptz,
          ADD CONSTRAINT groups_webhook_check CHECK ((webhook IS NULL) = (webhook_ending IS NULL))`.execute(tx)
    },
  },
  {
    // A webhook that refused a message, which gets no more, and when the group's latest rounds were posted, which are counted.
    name: 'groups/010-webhook-limits',
    async up(tx) {
      await sql<never>`
        ALTER TABLE groups ADD COLUMN webhook_refused boolean NOT NULL DEFAULT false, ADD COLUMN webhook_posts timestamptz[] NOT NULL DEFAULT '{}'`.execute(
        tx,
      )
    },
  },
  {
    // Whether the games of the group's events count for ratings.
    name: 'groups/011-rated',
    async up(tx) {
      await sql<never>`ALTER TABLE groups ADD COLUMN rated boolean NOT NULL DEFAULT false`.execute(tx)
      await sql<never>`
        CREATE OR REPLACE VIEW group_cards AS SELECT id, name, visibility, rated FROM groups WHERE removed_at IS NULL`.execute(tx)
    },
  },
  {
    // Who runs which group, for other features.
    name: 'groups/012-managers',
    async up(tx) {
      await sql<never>`
        CREATE VIEW group_managers AS
        SELECT m.group_id, m.user_id FROM group_members m JOIN groups g ON g.id = m.group_id JOIN user_cards u ON u.id = m.user_id
        WHERE g.removed_at IS NULL AND u.roles -> m.group_id ?| ARRAY['owner', 'manager']`.execute(tx)
    },
  },
  {
    // When somebody on a list was last corrected, or another one was merged into them. Null also for what happened before this column was there.
    name: 'groups/013-person-changed',
    async up(tx) {
      await sql<never>`ALTER TABLE group_people ADD COLUMN changed_at timestamptz`.execute(tx)
    },
  },
]
