import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const venuesMigrations: readonly Migration[] = [
  {
    // A machine that has left a venue stays without a position, so that it has its code again when it comes back: codes are printed. A venue
    // that was removed stays, and so does its slug, which nobody else gets.
    name: 'venues/001-venues',
    async up(tx) {
      await sql<never>`
        CREATE TABLE venues (
          id text PRIMARY KEY,
          receipt bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
          slug text NOT NULL UNIQUE,
          name text NOT NULL,
          place text NOT NULL DEFAULT '',
          description text NOT NULL DEFAULT '',
          time_zone text NOT NULL DEFAULT 'UTC',
          group_id text REFERENCES groups,
          made_by text NOT NULL REFERENCES users,
          fingerprint text NOT NULL,
          search text NOT NULL DEFAULT '',
          created_at timestamptz NOT NULL DEFAULT now(),
          removed_at timestamptz,
          removed_by text REFERENCES users
        )`.execute(tx)
      await sql<never>`CREATE INDEX venues_listed ON venues (receipt DESC) WHERE removed_at IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX venues_search ON venues USING gin (search gin_trgm_ops) WHERE removed_at IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX venues_made_by ON venues (made_by, created_at DESC)`.execute(tx)
      await sql<never>`CREATE INDEX venues_group ON venues (group_id) WHERE group_id IS NOT NULL`.execute(tx)
      await sql<never>`CREATE INDEX venues_removed_by ON venues (removed_by) WHERE removed_by IS NOT NULL`.execute(tx)
      await sql<never>`
        CREATE TABLE venue_machines (
          venue_id text NOT NULL REFERENCES venues,
          machine_id text NOT NULL REFERENCES machines,
          position integer,
          out_of_order_since timestamptz,
          note text NOT NULL DEFAULT '',
          code text NOT NULL CHECK (code ~ '^[2-9a-hj-kmnp-z]{4,6}$'),
          PRIMARY KEY (venue_id, machine_id),
          UNIQUE (venue_id, code)
        )`.execute(tx)
      await sql<never>`CREATE INDEX venue_machines_machine ON venue_machines (machine_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE venue_managers (
          venue_id text NOT NULL REFERENCES venues,
          user_id text NOT NULL REFERENCES users,
          PRIMARY KEY (venue_id, user_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX venue_managers_user ON venue_managers (user_id)`.execute(tx)
    },
  },
  {
    // What other features may read. A migration that changes these columns drops the view and creates it again.
    name: 'venues/002-views',
    async up(tx) {
      await sql<never>`
        CREATE VIEW venue_cards AS
        SELECT v.id, v.slug, v.name, v.place, v.time_zone, v.group_id, coalesce(g.visibility = 'public', v.group_id IS NULL) AS is_public
        FROM venues v LEFT JOIN group_cards g ON g.id = v.group_id WHERE v.removed_at IS NULL`.execute(tx)
      await sql<never>`
        CREATE VIEW venue_machine_cards AS
        SELECT m.venue_id, m.machine_id, m.position, m.out_of_order_since, m.code
        FROM venue_machines m JOIN venues v ON v.id = m.venue_id WHERE m.position IS NOT NULL AND v.removed_at IS NULL`.execute(tx)
    },
  },
  {
    // Who manages which venue, for other features: its managers, as far as they may see it. So do those who run its group.
    name: 'venues/003-managers',
    async up(tx) {
      await sql<never>`
        CREATE VIEW venue_manager_cards AS
        SELECT o.venue_id, o.user_id FROM venue_managers o JOIN venues v ON v.id = o.venue_id
        WHERE v.removed_at IS NULL AND (v.group_id IS NULL OR EXISTS (
          SELECT 1 FROM group_cards g WHERE g.id = v.group_id AND (g.visibility = 'public' OR EXISTS (
            SELECT 1 FROM group_memberships m WHERE m.group_id = g.id AND m.user_id = o.user_id))))`.execute(tx)
    },
  },
]
