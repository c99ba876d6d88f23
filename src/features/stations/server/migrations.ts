import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'
import { nvramMigrations } from './nvram-migrations.ts'

export const stationsMigrations: readonly Migration[] = [
  {
    // A station that was removed stays, because its code is printed and its games may be claimed for some days. A report is stored once for
    // each id and venue; of its plays, those that nobody claims are deleted after a while.
    name: 'stations/001-stations',
    async up(tx) {
      await sql<never>`
        CREATE TABLE stations (
          id text PRIMARY KEY,
          venue_id text NOT NULL REFERENCES venues,
          machine_id text NOT NULL REFERENCES machines,
          code text NOT NULL UNIQUE,
          board_name text NOT NULL DEFAULT '',
          now_named text,
          paired_by text NOT NULL REFERENCES users,
          paired_at timestamptz NOT NULL DEFAULT now(),
          removed_at timestamptz,
          fingerprint text NOT NULL,
          games integer NOT NULL DEFAULT 0,
          unclaimed integer NOT NULL DEFAULT 0
        )`.execute(tx)
      await sql<never>`CREATE INDEX stations_venue ON stations (venue_id) WHERE removed_at IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX stations_machine ON stations (machine_id)`.execute(tx)
      await sql<never>`CREATE INDEX stations_paired_by ON stations (paired_by)`.execute(tx)
      await sql<never>`
        CREATE TABLE station_boards (
          venue_id text NOT NULL,
          board_id text NOT NULL,
          station_id text NOT NULL REFERENCES stations,
          PRIMARY KEY (venue_id, board_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX station_boards_station ON station_boards (station_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE reported_games (
          id text PRIMARY KEY,
          venue_id text NOT NULL REFERENCES venues,
          station_id text REFERENCES stations,
          machine_id text NOT NULL REFERENCES machines,
          report_id text NOT NULL,
          ended_at timestamptz NOT NULL,
          started_at timestamptz,
          doubts text[] NOT NULL,
          event_id text,
          group_id text,
          game integer,
          user_ids text[] NOT NULL DEFAULT '{}',
          used_at timestamptz,
          dismissed_at timestamptz,
          UNIQUE (venue_id, report_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX reported_games_venue ON reported_games (venue_id, ended_at DESC)`.execute(tx)
      await sql<never>`CREATE INDEX reported_games_station ON reported_games (station_id, ended_at DESC)`.execute(tx)
      await sql<never>`CREATE INDEX reported_games_machine ON reported_games (machine_id)`.execute(tx)
      await sql<never>`CREATE INDEX reported_games_ended ON reported_games (ended_at)`.execute(tx)
      await sql<never>`CREATE INDEX reported_games_event ON reported_games (event_id) WHERE event_id IS NOT NULL`.execute(tx)
      await sql<never>`CREATE INDEX reported_games_group ON reported_games (group_id, game) WHERE group_id IS NOT NULL`.execute(tx)
      await sql<never>`CREATE INDEX reported_games_users ON reported_games USING gin (user_ids)`.execute(tx)
      await sql<never>`
        CREATE TABLE reported_plays (
          game_id text NOT NULL REFERENCES reported_games ON DELETE CASCADE,
          play integer NOT NULL,
          venue_id text NOT NULL,
          score bigint NOT NULL,
          initials text,
          name text,
          player integer,
          user_id text REFERENCES users,
          score_id text,
          answer jsonb,
          contested_by text REFERENCES users,
          PRIMARY KEY (game_id, play)
        )`.execute(tx)
      await sql<never>`CREATE INDEX reported_plays_user ON reported_plays (user_id) WHERE user_id IS NOT NULL`.execute(tx)
      // Those that may be offered by initials, and are deleted after a while.
      await sql<never>`CREATE INDEX reported_plays_open ON reported_plays (venue_id, initials) WHERE user_id IS NULL`.execute(tx)
      await sql<never>`CREATE INDEX reported_plays_contested ON reported_plays (contested_by) WHERE contested_by IS NOT NULL`.execute(tx)
      await sql<never>`
        CREATE TABLE venue_initials (
          venue_id text NOT NULL REFERENCES venues,
          user_id text NOT NULL REFERENCES users,
          initials text NOT NULL,
          PRIMARY KEY (venue_id, user_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX venue_initials_user ON venue_initials (user_id)`.execute(tx)
      await sql<never>`CREATE TABLE reporting_events (event_id text PRIMARY KEY, count_at_once boolean NOT NULL)`.execute(tx)
    },
  },
  ...nvramMigrations,
  {
    // What managers have to decide, for other features: plays that two players say are theirs.
    name: 'stations/003-contested-plays',
    async up(tx) {
      await sql<never>`
        CREATE VIEW contested_plays AS
        SELECT p.game_id, p.play, g.venue_id, g.machine_id, p.score, p.user_id, p.contested_by
        FROM reported_plays p JOIN reported_games g ON g.id = p.game_id
        WHERE p.user_id IS NOT NULL AND p.contested_by IS NOT NULL AND g.dismissed_at IS NULL`.execute(tx)
    },
  },
  {
    // Who was in the group when a game was offered to it. A group with other players, or in another order, is not the one that has played it.
    name: 'stations/004-entrants-of-offers',
    async up(tx) {
      await sql<never>`ALTER TABLE reported_games ADD COLUMN entrant_ids text[] NOT NULL DEFAULT '{}'`.execute(tx)
    },
  },
  {
    // Initials count for games that ended after they were registered. By the id of a removed station its successor is found.
    name: 'stations/005-initials-and-successors',
    async up(tx) {
      await sql<never>`ALTER TABLE venue_initials ADD COLUMN registered_at timestamptz NOT NULL DEFAULT now()`.execute(tx)
      await sql<never>`ALTER TABLE stations ADD COLUMN succeeded_by text REFERENCES stations`.execute(tx)
      await sql<never>`CREATE INDEX stations_succeeded_by ON stations (succeeded_by) WHERE succeeded_by IS NOT NULL`.execute(tx)
    },
  },
]
