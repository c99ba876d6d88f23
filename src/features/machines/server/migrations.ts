import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const machinesMigrations: readonly Migration[] = [
  {
    name: 'machines/001-machines',
    async up(tx) {
      await sql<never>`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(tx)
      await sql<never>`
        CREATE TABLE machines (
          id text PRIMARY KEY,
          name text NOT NULL,
          manufacturer text NOT NULL,
          year integer,
          type text NOT NULL CHECK (type IN ('em', 'ss', 'me')),
          display text,
          player_count integer,
          opdb_id text UNIQUE,
          ipdb_id integer,
          aliases text[] NOT NULL DEFAULT '{}',
          search text NOT NULL,
          edited text[] NOT NULL DEFAULT '{}',
          retired boolean NOT NULL DEFAULT false,
          created_at timestamptz NOT NULL DEFAULT now()
        )`.execute(tx)
      await sql<never>`CREATE INDEX machines_search ON machines USING gin (search gin_trgm_ops)`.execute(tx)
      await sql<never>`CREATE INDEX machines_name ON machines (name COLLATE "und-x-icu", id)`.execute(tx)
      await sql<never>`
        CREATE TABLE machine_tallies (
          machine_id text PRIMARY KEY REFERENCES machines ON DELETE CASCADE,
          scores integer NOT NULL DEFAULT 0,
          players integer NOT NULL DEFAULT 0,
          zeros integer NOT NULL DEFAULT 0
        ) WITH (fillfactor = 50)`.execute(tx)
    },
  },
  {
    name: 'machines/002-editing',
    async up(tx) {
      await sql<never>`ALTER TABLE machines ADD COLUMN backglass jsonb, ADD COLUMN made_by text REFERENCES users, ADD COLUMN fingerprint text`.execute(
        tx,
      )
    },
  },
  {
    name: 'machines/003-merged',
    async up(tx) {
      await sql<never>`
        CREATE TABLE merged_machines (
          id text PRIMARY KEY,
          into_id text NOT NULL REFERENCES machines,
          opdb_id text,
          made_by text REFERENCES users,
          fingerprint text,
          at timestamptz NOT NULL DEFAULT now()
        )`.execute(tx)
      await sql<never>`CREATE INDEX merged_machines_into ON merged_machines (into_id)`.execute(tx)
    },
  },
  {
    // What other features may read. A migration that changes these columns drops the view and creates it again.
    name: 'machines/004-views',
    async up(tx) {
      await sql<never>`
        CREATE VIEW machine_cards AS
        SELECT id, name, retired, jsonb_build_object('year', year, 'type', type, 'display', display)
          || CASE WHEN backglass IS NULL THEN '{}' ELSE jsonb_build_object('backglass', backglass #> '{sizes,0}') END AS facts
        FROM machines`.execute(tx)
      await sql<never>`
        CREATE VIEW machine_totals AS SELECT machine_id, scores, players, zeros FROM machine_tallies`.execute(tx)
    },
  },
  {
    // When the newest accepted game ended, by which the catalogue can be sorted. The migration `scores/009-last-played` fills it in. It has
    // no index: every score changes it, and an index would make each of these updates write all indexes of the row.
    name: 'machines/005-last-played',
    async up(tx) {
      await sql<never>`ALTER TABLE machine_tallies ADD COLUMN last_played_at timestamptz`.execute(tx)
      await sql<never>`CREATE INDEX machines_manufacturer ON machines (manufacturer)`.execute(tx)
    },
  },
  {
    // Machines with similar spelling. Sequential scans are turned off because the planner underestimates the cost of the comparison and would
    // read the whole table, which is ten times slower than using the trigram index.
    name: 'machines/006-similar',
    async up(tx) {
      await sql<never>`
        CREATE FUNCTION similar_machines(query text) RETURNS TABLE (id text, similarity real)
        LANGUAGE plpgsql STABLE ROWS 20 SET enable_seqscan = off AS $$
          BEGIN
            RETURN QUERY SELECT m.id, word_similarity(query, m.search) FROM machines m WHERE NOT m.retired AND query <% m.search;
          END
        $$`.execute(tx)
    },
  },
]
