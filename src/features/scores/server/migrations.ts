import { sql } from 'kysely'
import { fillLastPlayed } from '#machines/server/shared/tally-store.ts'
import type { Migration } from '#platform/db/migrate.ts'

export const scoresMigrations: readonly Migration[] = [
  {
    name: 'scores/001-scores',
    async up(tx) {
      await sql<never>`
        CREATE TABLE scores (
          id text PRIMARY KEY,
          receipt bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
          user_id text NOT NULL REFERENCES users,
          machine_id text NOT NULL REFERENCES machines,
          value bigint NOT NULL CHECK (value BETWEEN 1 AND 9007199254740991),
          achieved_at timestamptz NOT NULL,
          created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
          windowed boolean NOT NULL,
          status text NOT NULL DEFAULT 'unverified' CHECK (status IN ('unverified', 'verified', 'disputed', 'rejected')),
          version integer NOT NULL DEFAULT 1,
          comment text,
          location text,
          fingerprint text NOT NULL,
          answer jsonb NOT NULL,
          removed_at timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX scores_board ON scores (machine_id, user_id, value DESC, achieved_at, id) WHERE removed_at IS NULL AND status <> 'rejected'`.execute(
        tx,
      )
      await sql<never>`CREATE INDEX scores_window ON scores (machine_id, achieved_at) WHERE removed_at IS NULL AND windowed`.execute(tx)
      await sql<never>`CREATE INDEX scores_machine ON scores (machine_id, receipt DESC) WHERE removed_at IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX scores_user ON scores (user_id, receipt DESC) WHERE removed_at IS NULL`.execute(tx)
      await sql<never>`
        CREATE TABLE bests (
          machine_id text NOT NULL REFERENCES machines,
          user_id text NOT NULL REFERENCES users,
          score_id text NOT NULL REFERENCES scores,
          value bigint NOT NULL,
          achieved_at timestamptz NOT NULL,
          PRIMARY KEY (machine_id, user_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX bests_board ON bests (machine_id, value DESC, achieved_at, user_id)`.execute(tx)
      await sql<never>`CREATE INDEX bests_user ON bests (user_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE score_history (
          id text PRIMARY KEY,
          score_id text NOT NULL REFERENCES scores ON DELETE CASCADE,
          at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
          by_user text REFERENCES users ON DELETE SET NULL,
          action text NOT NULL,
          changes jsonb NOT NULL DEFAULT '{}',
          reason text
        )`.execute(tx)
      await sql<never>`CREATE INDEX score_history_score ON score_history (score_id, at)`.execute(tx)
    },
  },
  {
    name: 'scores/002-company',
    async up(tx) {
      await sql<never>`ALTER TABLE scores ADD COLUMN likes integer NOT NULL DEFAULT 0, ADD COLUMN comments integer NOT NULL DEFAULT 0`.execute(
        tx,
      )
      await sql<never>`
        CREATE TABLE score_likes (
          score_id text NOT NULL REFERENCES scores ON DELETE CASCADE,
          user_id text NOT NULL REFERENCES users,
          at timestamptz NOT NULL DEFAULT now(),
          PRIMARY KEY (score_id, user_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX score_likes_user ON score_likes (user_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE score_flags (
          score_id text NOT NULL REFERENCES scores ON DELETE CASCADE,
          user_id text NOT NULL REFERENCES users,
          reason text NOT NULL,
          at timestamptz NOT NULL DEFAULT now(),
          PRIMARY KEY (score_id, user_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX score_flags_user ON score_flags (user_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE comments (
          id text PRIMARY KEY,
          score_id text NOT NULL REFERENCES scores ON DELETE CASCADE,
          user_id text NOT NULL REFERENCES users,
          text text NOT NULL,
          fingerprint text NOT NULL,
          created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
          removed_at timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX comments_score ON comments (score_id, created_at) WHERE removed_at IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX comments_user ON comments (user_id)`.execute(tx)
    },
  },
  {
    name: 'scores/003-picture',
    async up(tx) {
      await sql<never>`ALTER TABLE scores ADD COLUMN picture jsonb`.execute(tx)
    },
  },
  {
    name: 'scores/004-events',
    async up(tx) {
      await sql<never>`ALTER TABLE scores ADD COLUMN event_id text REFERENCES events, ADD COLUMN strokes integer`.execute(tx)
      await sql<never>`CREATE INDEX scores_event ON scores (event_id, receipt DESC) WHERE event_id IS NOT NULL AND removed_at IS NULL`.execute(
        tx,
      )
    },
  },
  {
    name: 'scores/005-queue',
    async up(tx) {
      await sql<never>`CREATE INDEX scores_disputed ON scores (receipt) WHERE status = 'disputed' AND removed_at IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX scores_pictured ON scores (receipt) WHERE status = 'unverified' AND picture IS NOT NULL AND removed_at IS NULL`.execute(
        tx,
      )
    },
  },
  {
    // What other features may read. A migration that changes these columns drops the view and creates it again.
    name: 'scores/006-views',
    async up(tx) {
      await sql<never>`
        CREATE VIEW score_cards AS
        SELECT id, receipt, user_id, machine_id, value, achieved_at, created_at, status FROM scores WHERE removed_at IS NULL`.execute(tx)
      await sql<never>`
        CREATE VIEW best_scores AS SELECT machine_id, user_id, value, achieved_at FROM bests`.execute(tx)
      await sql<never>`
        CREATE VIEW score_decisions AS SELECT id, score_id, at, reason FROM score_history WHERE action = 'moderated'`.execute(tx)
      await sql<never>`
        CREATE VIEW comment_cards AS SELECT id, score_id, user_id FROM comments WHERE removed_at IS NULL`.execute(tx)
    },
  },
  {
    name: 'scores/007-review',
    async up(tx) {
      await sql<never>`
        ALTER TABLE scores ADD COLUMN under_review boolean NOT NULL DEFAULT false, ADD COLUMN oddness bigint NOT NULL DEFAULT 0`.execute(tx)
      await sql<never>`DROP INDEX scores_board`.execute(tx)
      await sql<never>`
        CREATE INDEX scores_board ON scores (machine_id, user_id, value DESC, achieved_at, id)
        WHERE removed_at IS NULL AND status <> 'rejected' AND NOT under_review`.execute(tx)
      await sql<never>`CREATE INDEX scores_under_review ON scores (oddness DESC, receipt) WHERE under_review AND removed_at IS NULL`.execute(
        tx,
      )
      // Other features do not see scores that are under review.
      await sql<never>`
        CREATE OR REPLACE VIEW score_cards AS
        SELECT id, receipt, user_id, machine_id, value, achieved_at, created_at, status FROM scores WHERE removed_at IS NULL AND NOT under_review`.execute(
        tx,
      )
      await sql<never>`
        CREATE TABLE score_confirmations (
          score_id text NOT NULL REFERENCES scores ON DELETE CASCADE,
          user_id text NOT NULL REFERENCES users,
          at timestamptz NOT NULL DEFAULT now(),
          PRIMARY KEY (score_id, user_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX score_confirmations_user ON score_confirmations (user_id)`.execute(tx)
    },
  },
  {
    // Checking these references took a quarter of the time of writing a score. The statements that write, erase and merge scores see to
    // them themselves, under locks, and `npm run admin -- recompute` looks for rows that refer to nothing.
    name: 'scores/008-no-references',
    async up(tx) {
      await sql<never>`
        ALTER TABLE scores DROP CONSTRAINT scores_user_id_fkey, DROP CONSTRAINT scores_machine_id_fkey, DROP CONSTRAINT scores_event_id_fkey`.execute(
        tx,
      )
      await sql<never>`
        ALTER TABLE bests DROP CONSTRAINT bests_user_id_fkey, DROP CONSTRAINT bests_machine_id_fkey, DROP CONSTRAINT bests_score_id_fkey`.execute(
        tx,
      )
    },
  },
  {
    name: 'scores/009-last-played',
    up: tx =>
      fillLastPlayed(
        tx,
        sql<{ machine_id: string; last_played_at: Date }>`
          SELECT machine_id, max(achieved_at) AS last_played_at FROM scores
          WHERE removed_at IS NULL AND status <> 'rejected' AND NOT under_review GROUP BY machine_id`,
      ),
  },
  {
    // The scores that were typed with the results of games, as they were typed. A score that was removed later stays here as long as the
    // result counts, so that it does not come back.
    name: 'scores/010-game-scores',
    async up(tx) {
      await sql<never>`
        CREATE TABLE game_scores (
          score_id text PRIMARY KEY REFERENCES scores,
          group_id text NOT NULL,
          game integer NOT NULL,
          user_id text NOT NULL,
          machine_id text NOT NULL,
          value bigint NOT NULL,
          UNIQUE (group_id, game, user_id)
        )`.execute(tx)
    },
  },
  {
    // Devices that enter scores on one machine's board. Of secrets only hashes are stored.
    name: 'scores/011-kiosks',
    async up(tx) {
      await sql<never>`
        CREATE TABLE board_kiosks (
          id text PRIMARY KEY,
          machine_id text NOT NULL REFERENCES machines,
          created_by text NOT NULL REFERENCES users,
          created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
          token_hash text NOT NULL UNIQUE,
          code_hash text NOT NULL,
          key_hash text,
          opened_at timestamptz,
          browser text,
          ended_at timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX board_kiosks_key ON board_kiosks (key_hash)`.execute(tx)
      await sql<never>`CREATE INDEX board_kiosks_machine ON board_kiosks (machine_id)`.execute(tx)
      await sql<never>`CREATE INDEX board_kiosks_creator ON board_kiosks (created_by)`.execute(tx)
    },
  },
  {
    // Where a score was played. No constraint guards the reference (`scores/008-no-references`); venues are never deleted.
    name: 'scores/012-venues',
    async up(tx) {
      await sql<never>`ALTER TABLE scores ADD COLUMN venue_id text`.execute(tx)
      await sql<never>`
        CREATE INDEX scores_venue_board ON scores (venue_id, machine_id, value DESC, achieved_at, user_id, id)
        WHERE venue_id IS NOT NULL AND removed_at IS NULL AND status <> 'rejected' AND NOT under_review`.execute(tx)
      await sql<never>`
        CREATE INDEX scores_venue ON scores (venue_id, receipt DESC) WHERE venue_id IS NOT NULL AND removed_at IS NULL`.execute(tx)
      await sql<never>`
        CREATE INDEX scores_location ON scores (lower(location)) WHERE location IS NOT NULL AND venue_id IS NULL AND removed_at IS NULL`.execute(
        tx,
      )
    },
  },
  {
    // Who has played in a venue lately is counted over the scores of some months, and not over all that were ever played there.
    name: 'scores/013-venue-played',
    async up(tx) {
      await sql<never>`
        CREATE INDEX scores_venue_played ON scores (venue_id, achieved_at, user_id)
        WHERE venue_id IS NOT NULL AND removed_at IS NULL AND status <> 'rejected' AND NOT under_review`.execute(tx)
    },
  },
  {
    // What told a score that no person has typed.
    name: 'scores/014-source',
    async up(tx) {
      await sql<never>`ALTER TABLE scores ADD COLUMN source text CHECK (source = 'machine')`.execute(tx)
    },
  },
]
