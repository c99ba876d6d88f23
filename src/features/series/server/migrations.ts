import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const seriesMigrations: readonly Migration[] = [
  {
    // A season that was removed stays without text, so that its id is not used again and the day's limit counts it.
    name: 'series/001-series',
    async up(tx) {
      await sql<never>`
        CREATE TABLE series (
          id text PRIMARY KEY,
          receipt bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
          slug text UNIQUE,
          group_id text REFERENCES groups,
          name text NOT NULL,
          description text NOT NULL DEFAULT '',
          points jsonb NOT NULL,
          counts integer CHECK (counts > 0),
          drop integer NOT NULL DEFAULT 0 CHECK (drop >= 0),
          attendance double precision NOT NULL DEFAULT 0,
          ties text[] NOT NULL DEFAULT '{}',
          made_by text NOT NULL REFERENCES users,
          fingerprint text NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now(),
          removed_at timestamptz,
          CHECK ((slug IS NULL) = (removed_at IS NOT NULL)),
          CHECK (counts IS NULL OR drop = 0)
        )`.execute(tx)
      await sql<never>`CREATE INDEX series_group ON series (group_id, receipt DESC) WHERE removed_at IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX series_made_by ON series (made_by, created_at DESC)`.execute(tx)
      await sql<never>`
        CREATE TABLE series_events (
          series_id text NOT NULL REFERENCES series,
          event_id text NOT NULL REFERENCES events,
          ord integer NOT NULL,
          PRIMARY KEY (series_id, event_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX series_events_event ON series_events (event_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE series_log (
          id text PRIMARY KEY,
          series_id text NOT NULL REFERENCES series,
          at timestamptz NOT NULL DEFAULT now(),
          by_user text NOT NULL REFERENCES users,
          action text NOT NULL CHECK (action IN ('added', 'edited', 'nights', 'undone', 'finals')),
          subject jsonb
        )`.execute(tx)
      await sql<never>`CREATE INDEX series_log_series ON series_log (series_id, at)`.execute(tx)
      await sql<never>`CREATE INDEX series_log_by_user ON series_log (by_user)`.execute(tx)
    },
  },
  {
    // What other features may know of seasons.
    name: 'series/002-cards',
    async up(tx) {
      await sql<never>`
        CREATE VIEW series_cards AS
        SELECT s.id, s.slug, s.group_id IS NULL OR EXISTS (
          SELECT 1 FROM group_cards g WHERE g.id = s.group_id AND g.visibility = 'public') AS is_public
        FROM series s WHERE s.removed_at IS NULL`.execute(tx)
    },
  },
]
