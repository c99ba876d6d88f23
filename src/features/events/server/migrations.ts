import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const eventsMigrations: readonly Migration[] = [
  {
    name: 'events/001-events',
    async up(tx) {
      await sql<never>`
        CREATE TABLE events (
          id text PRIMARY KEY,
          receipt bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
          name text NOT NULL,
          description text NOT NULL DEFAULT '',
          venue text NOT NULL DEFAULT '',
          starts_at timestamptz NOT NULL,
          ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
          time_zone text NOT NULL,
          format jsonb NOT NULL,
          group_id text REFERENCES groups,
          director_id text NOT NULL REFERENCES users,
          cancelled_at timestamptz,
          fingerprint text NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now()
        )`.execute(tx)
      await sql<never>`CREATE INDEX events_starts ON events (starts_at)`.execute(tx)
      await sql<never>`CREATE INDEX events_ends ON events (ends_at)`.execute(tx)
      await sql<never>`CREATE INDEX events_group ON events (group_id) WHERE group_id IS NOT NULL`.execute(tx)
      await sql<never>`
        CREATE TABLE event_machines (
          event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
          machine_id text NOT NULL REFERENCES machines,
          ord integer NOT NULL,
          active boolean NOT NULL DEFAULT true,
          PRIMARY KEY (event_id, machine_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX event_machines_machine ON event_machines (machine_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE event_entrants (
          id text PRIMARY KEY,
          event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
          user_id text REFERENCES users,
          guest_name text,
          entered_at timestamptz NOT NULL DEFAULT now(),
          CHECK ((user_id IS NULL) <> (guest_name IS NULL)),
          UNIQUE (event_id, user_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX event_entrants_user ON event_entrants (user_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE event_attempts (
          id text PRIMARY KEY,
          event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
          entrant_id text NOT NULL REFERENCES event_entrants,
          machine_id text NOT NULL,
          value bigint NOT NULL CHECK (value BETWEEN 1 AND 9007199254740991),
          strokes integer,
          at timestamptz NOT NULL,
          rejected boolean NOT NULL DEFAULT false,
          pending boolean NOT NULL DEFAULT false,
          fingerprint text NOT NULL,
          FOREIGN KEY (event_id, machine_id) REFERENCES event_machines (event_id, machine_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX event_attempts_entrant ON event_attempts (event_id, entrant_id, machine_id)`.execute(tx)
      await sql<never>`CREATE INDEX event_attempts_of ON event_attempts (entrant_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE event_voids (
          id text PRIMARY KEY,
          event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
          attempt_id text,
          machine_id text,
          from_at timestamptz,
          to_at timestamptz,
          by_user text REFERENCES users ON DELETE SET NULL,
          fingerprint text NOT NULL,
          undone_at timestamptz,
          CHECK ((attempt_id IS NULL) = (machine_id IS NOT NULL AND from_at < to_at))
        )`.execute(tx)
      await sql<never>`CREATE INDEX event_voids_event ON event_voids (event_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE event_log (
          id text PRIMARY KEY,
          event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
          at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
          by_user text REFERENCES users ON DELETE SET NULL,
          action text NOT NULL,
          what text NOT NULL DEFAULT '',
          void_id text REFERENCES event_voids
        )`.execute(tx)
      await sql<never>`CREATE INDEX event_log_event ON event_log (event_id, at)`.execute(tx)
    },
  },
  {
    name: 'events/002-rounds',
    async up(tx) {
      await sql<never>`
        ALTER TABLE event_entrants ADD COLUMN presence text NOT NULL DEFAULT 'expected' CHECK (presence IN ('expected', 'here', 'paused'))`.execute(
        tx,
      )
      await sql<never>`CREATE INDEX events_director ON events (director_id)`.execute(tx)
      await sql<never>`ALTER TABLE event_machines ADD COLUMN broken_at timestamptz, DROP COLUMN active`.execute(tx)
      await sql<never>`
        CREATE TABLE event_claims (
          code text PRIMARY KEY,
          entrant_id text NOT NULL REFERENCES event_entrants ON DELETE CASCADE,
          claimed_by text REFERENCES users ON DELETE SET NULL
        )`.execute(tx)
      await sql<never>`CREATE INDEX event_claims_entrant ON event_claims (entrant_id)`.execute(tx)
      await sql<never>`
        CREATE TABLE event_rounds (
          id text PRIMARY KEY,
          event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
          number integer NOT NULL CHECK (number >= 1),
          byes text[] NOT NULL,
          drawn_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
          UNIQUE (event_id, number)
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE event_groups (
          id text PRIMARY KEY,
          round_id text NOT NULL REFERENCES event_rounds ON DELETE CASCADE,
          number integer NOT NULL CHECK (number >= 1),
          machine_id text NOT NULL REFERENCES machines,
          entrant_ids text[] NOT NULL,
          result text[],
          confirmed boolean NOT NULL DEFAULT false,
          UNIQUE (round_id, number),
          CHECK (result IS NOT NULL OR NOT confirmed)
        )`.execute(tx)
    },
  },
  {
    name: 'events/003-search',
    async up(tx) {
      await sql<never>`ALTER TABLE events ADD COLUMN search text NOT NULL GENERATED ALWAYS AS (search_words(name || ' ' || venue)) STORED`.execute(
        tx,
      )
      await sql<never>`CREATE INDEX events_search ON events USING gin (search gin_trgm_ops)`.execute(tx)
    },
  },
  {
    name: 'events/004-ifpa',
    async up(tx) {
      await sql<never>`ALTER TABLE event_entrants ADD COLUMN guest_ifpa text CHECK (guest_ifpa ~ '^[0-9]{1,6}$')`.execute(tx)
    },
  },
  {
    // What other features may read. A migration that changes these columns drops the view and creates it again.
    name: 'events/005-views',
    async up(tx) {
      await sql<never>`
        CREATE VIEW event_cards AS
        SELECT id, name, venue, group_id, director_id, starts_at, ends_at, cancelled_at, created_at, (group_id IS NULL OR EXISTS (
          SELECT 1 FROM group_cards g WHERE g.id = e.group_id AND g.visibility = 'public')) AS is_public
        FROM events e`.execute(tx)
      await sql<never>`
        CREATE VIEW event_players AS SELECT event_id, user_id, entered_at FROM event_entrants WHERE user_id IS NOT NULL`.execute(tx)
      await sql<never>`
        CREATE VIEW event_scores AS SELECT id, event_id, at FROM event_attempts`.execute(tx)
      await sql<never>`
        CREATE VIEW counted_event_scores AS
        SELECT a.id, a.event_id FROM event_attempts a WHERE NOT a.pending AND NOT EXISTS (
          SELECT 1 FROM event_voids v WHERE v.event_id = a.event_id AND v.undone_at IS NULL
            AND (v.attempt_id = a.id OR (v.machine_id = a.machine_id AND v.from_at <= a.at AND a.at < v.to_at)))`.execute(tx)
    },
  },
  {
    // `ends_at` is the planned end. Formats that the clock does not end have a real end once their director ends them.
    name: 'events/006-running',
    async up(tx) {
      await sql<never>`ALTER TABLE events ADD COLUMN finishes_at timestamptz`.execute(tx)
      await sql<never>`
        UPDATE events SET finishes_at = ends_at
        WHERE format ->> 'kind' IN ('high-score', 'best-game', 'pin-golf') OR ends_at <= now()`.execute(tx)
      await sql<never>`CREATE INDEX events_finishes ON events (finishes_at)`.execute(tx)
      await sql<never>`
        ALTER TABLE events ADD COLUMN agreement text NOT NULL DEFAULT 'director' CHECK (agreement IN ('director', 'two', 'one'))`.execute(
        tx,
      )
      await sql<never>`ALTER TABLE event_groups ADD COLUMN places integer[], ADD COLUMN entries jsonb NOT NULL DEFAULT '[]'`.execute(tx)
      await sql<never>`
        ALTER TABLE event_voids ADD COLUMN group_id text, ADD COLUMN group_machine_id text, ADD COLUMN group_result text[],
          ADD COLUMN group_places integer[], DROP CONSTRAINT event_voids_check,
          ADD CONSTRAINT event_voids_check CHECK (num_nonnulls(attempt_id, machine_id, group_id) = 1
            AND (machine_id IS NULL OR from_at < to_at) AND (group_id IS NULL OR group_result IS NOT NULL))`.execute(tx)
      await sql<never>`
        CREATE TABLE event_playoffs (
          id text PRIMARY KEY,
          number bigint GENERATED ALWAYS AS IDENTITY,
          event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
          entrant_ids text[] NOT NULL,
          by_user text REFERENCES users ON DELETE SET NULL,
          at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now())
        )`.execute(tx)
      await sql<never>`CREATE INDEX event_playoffs_event ON event_playoffs (event_id)`.execute(tx)
    },
  },
  {
    name: 'events/007-staff',
    async up(tx) {
      await sql<never>`
        CREATE TABLE event_staff (
          event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
          user_id text NOT NULL REFERENCES users,
          role text NOT NULL CHECK (role IN ('co-director', 'scorekeeper')),
          PRIMARY KEY (event_id, user_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX event_staff_user ON event_staff (user_id)`.execute(tx)
    },
  },
  {
    // Who waits for a place is an entrant with `waiting_since`. Other features see only those who have one.
    name: 'events/008-places',
    async up(tx) {
      await sql<never>`
        ALTER TABLE events ADD COLUMN capacity integer CHECK (capacity >= 1), ADD COLUMN check_in_code text UNIQUE`.execute(tx)
      await sql<never>`ALTER TABLE event_entrants ADD COLUMN waiting_since timestamptz`.execute(tx)
      await sql<never>`DROP VIEW event_players`.execute(tx)
      await sql<never>`
        CREATE VIEW event_players AS
        SELECT id AS entrant_id, event_id, user_id, entered_at FROM event_entrants WHERE user_id IS NOT NULL AND waiting_since IS NULL`.execute(
        tx,
      )
    },
  },
  {
    // Of secrets only hashes are stored. `key_hash`: of the device that has opened the link.
    name: 'events/009-devices',
    async up(tx) {
      await sql<never>`
        CREATE TABLE event_devices (
          id text PRIMARY KEY,
          event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
          created_by text NOT NULL REFERENCES users,
          created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
          token_hash text NOT NULL UNIQUE,
          key_hash text,
          opened_at timestamptz,
          browser text,
          ended_at timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX event_devices_key ON event_devices (key_hash)`.execute(tx)
      await sql<never>`CREATE INDEX event_devices_event ON event_devices (event_id)`.execute(tx)
      await sql<never>`CREATE INDEX event_devices_creator ON event_devices (created_by)`.execute(tx)
    },
  },
  {
    // The defaults are how ties were broken and byes counted before there was a choice.
    name: 'events/010-tie-breaks',
    async up(tx) {
      await sql<never>`
        ALTER TABLE events ADD COLUMN tie_breaks text[] NOT NULL DEFAULT '{places}',
          ADD COLUMN byes text NOT NULL DEFAULT 'full' CHECK (byes IN ('full', 'half', 'none'))`.execute(tx)
    },
  },
  {
    // A group plays one game or several; until now each group was one game. A round's seed was its id.
    name: 'events/011-draws',
    async up(tx) {
      await sql<never>`
        ALTER TABLE events ADD COLUMN seeding text NOT NULL DEFAULT 'random' CHECK (seeding IN ('random', 'manual', 'ifpa', 'previous')),
          ADD COLUMN games_per_round integer NOT NULL DEFAULT 1 CHECK (games_per_round BETWEEN 1 AND 5)`.execute(tx)
      await sql<never>`ALTER TABLE event_entrants ADD COLUMN seed integer CHECK (seed >= 1)`.execute(tx)
      await sql<never>`ALTER TABLE event_rounds ADD COLUMN seed text`.execute(tx)
      await sql<never>`UPDATE event_rounds SET seed = id`.execute(tx)
      await sql<never>`ALTER TABLE event_rounds ALTER COLUMN seed SET NOT NULL`.execute(tx)
      await sql<never>`
        CREATE TABLE event_games (
          group_id text NOT NULL REFERENCES event_groups ON DELETE CASCADE,
          game integer NOT NULL CHECK (game BETWEEN 1 AND 5),
          machine_id text NOT NULL REFERENCES machines,
          result text[],
          places integer[],
          confirmed boolean NOT NULL DEFAULT false,
          entries jsonb NOT NULL DEFAULT '[]',
          PRIMARY KEY (group_id, game),
          CHECK (result IS NOT NULL OR NOT confirmed)
        )`.execute(tx)
      await sql<never>`
        INSERT INTO event_games (group_id, game, machine_id, result, places, confirmed, entries)
        SELECT id, 1, machine_id, result, places, confirmed, entries FROM event_groups`.execute(tx)
      await sql<never>`
        ALTER TABLE event_groups DROP COLUMN machine_id, DROP COLUMN result, DROP COLUMN places, DROP COLUMN confirmed, DROP COLUMN entries`.execute(
        tx,
      )
      await sql<never>`ALTER TABLE event_voids ADD COLUMN group_game integer NOT NULL DEFAULT 1`.execute(tx)
    },
  },
  {
    name: 'events/012-log-devices',
    async up(tx) {
      await sql<never>`ALTER TABLE event_log ADD COLUMN by_device boolean NOT NULL DEFAULT false`.execute(tx)
    },
  },
  {
    // What an entry is about, for words in the reader's language. Entries from before have only `what`, which is English.
    name: 'events/013-log-subjects',
    async up(tx) {
      await sql<never>`ALTER TABLE event_log ADD COLUMN subject jsonb`.execute(tx)
    },
  },
  {
    // Other features compare with the real end too, because only formats that the clock ends have it from the start.
    name: 'events/014-real-end',
    async up(tx) {
      await sql<never>`DROP VIEW event_cards`.execute(tx)
      await sql<never>`
        CREATE VIEW event_cards AS
        SELECT id, name, venue, group_id, director_id, starts_at, ends_at, finishes_at, cancelled_at, created_at, (group_id IS NULL OR EXISTS (
          SELECT 1 FROM group_cards g WHERE g.id = e.group_id AND g.visibility = 'public')) AS is_public
        FROM events e`.execute(tx)
    },
  },
  {
    // Who entered the result that counts, and what it replaced if somebody else had entered that.
    name: 'events/015-result-authors',
    async up(tx) {
      await sql<never>`ALTER TABLE event_games ADD COLUMN entered_by jsonb, ADD COLUMN replaced jsonb`.execute(tx)
    },
  },
  {
    // The application writes the search texts itself (platform/db/search-texts.ts), so that pages and other searches compare in the same way.
    name: 'events/016-search-texts',
    async up(tx) {
      await sql<never>`ALTER TABLE events ALTER COLUMN search DROP EXPRESSION`.execute(tx)
      await sql<never>`ALTER TABLE events ALTER COLUMN search SET DEFAULT ''`.execute(tx)
    },
  },
  {
    // Events of somebody new are in the site's lists once another player has entered them (decision 007).
    name: 'events/017-listed',
    async up(tx) {
      await sql<never>`
        ALTER TABLE events ADD COLUMN made_by text REFERENCES users, ADD COLUMN listed_at_once boolean NOT NULL DEFAULT true`.execute(tx)
      await sql<never>`UPDATE events SET made_by = director_id`.execute(tx)
      await sql<never>`CREATE INDEX events_made_by ON events (made_by, created_at DESC)`.execute(tx)
      await sql<never>`ALTER TABLE event_entrants ADD COLUMN by_self boolean NOT NULL DEFAULT true`.execute(tx)
      await sql<never>`DROP VIEW event_cards`.execute(tx)
      await sql<never>`
        CREATE VIEW event_cards AS
        SELECT e.id, e.name, e.venue, e.group_id, e.director_id, e.starts_at, e.ends_at, e.finishes_at, e.cancelled_at, e.created_at,
          (e.group_id IS NULL OR EXISTS (SELECT 1 FROM group_cards g WHERE g.id = e.group_id AND g.visibility = 'public')) AS is_public,
          (e.listed_at_once OR EXISTS (
            SELECT 1 FROM event_entrants n WHERE n.event_id = e.id AND n.by_self AND n.user_id <> e.director_id)) AS is_listed
        FROM events e`.execute(tx)
    },
  },
  {
    // What became of the scores of an event by voids: an entry of the log for each void and for each time it was undone.
    name: 'events/018-voided-scores',
    async up(tx) {
      await sql<never>`
        CREATE VIEW event_score_voids AS
        SELECT a.id AS score_id, a.event_id, n.user_id, a.machine_id, a.value, v.id AS void_id, v.undone_at, l.id AS entry_id, l.at, l.action,
          l.by_user, l.subject ->> 'reason' AS reason
        FROM event_attempts a JOIN event_entrants n ON n.id = a.entrant_id JOIN event_voids v ON v.event_id = a.event_id
          AND (v.attempt_id = a.id OR (v.machine_id = a.machine_id AND v.from_at <= a.at AND a.at < v.to_at))
        JOIN event_log l ON l.event_id = v.event_id AND l.void_id = v.id`.execute(tx)
    },
  },
  {
    // A change of a round that its director has made: some groups as they were and as they became, so that it can be undone.
    name: 'events/019-arrangements',
    async up(tx) {
      await sql<never>`
        ALTER TABLE event_voids ADD COLUMN arrangement jsonb, DROP CONSTRAINT event_voids_check,
          ADD CONSTRAINT event_voids_check CHECK (num_nonnulls(attempt_id, machine_id, group_id, arrangement) = 1
            AND (machine_id IS NULL OR from_at < to_at) AND (group_id IS NULL OR group_result IS NOT NULL))`.execute(tx)
    },
  },
  {
    // How groups, machines and the order of play come about. A game may be without a machine, or without one yet.
    name: 'events/020-draw-options',
    async up(tx) {
      await sql<never>`
        ALTER TABLE events
          ADD COLUMN first_round text NOT NULL DEFAULT 'slaughter' CHECK (first_round IN ('slaughter', 'adjacent', 'cross', 'random')),
          ADD COLUMN play_order text NOT NULL DEFAULT 'balanced'
            CHECK (play_order IN ('balanced', 'rotating', 'random', 'seed', 'seed-reverse', 'position', 'none')),
          ADD COLUMN machine_draw text NOT NULL DEFAULT 'balanced' CHECK (machine_draw IN ('balanced', 'random', 'banks', 'manual', 'none')),
          ADD COLUMN banks jsonb`.execute(tx)
      await sql<never>`ALTER TABLE event_games ALTER COLUMN machine_id DROP NOT NULL`.execute(tx)
    },
  },
  {
    // Points or strikes that a director has added to a player's total, or taken. They are undone as voids are.
    name: 'events/021-adjustments',
    async up(tx) {
      await sql<never>`
        ALTER TABLE event_voids ADD COLUMN adjustment jsonb, DROP CONSTRAINT event_voids_check,
          ADD CONSTRAINT event_voids_check CHECK (num_nonnulls(attempt_id, machine_id, group_id, arrangement, adjustment) = 1
            AND (machine_id IS NULL OR from_at < to_at) AND (group_id IS NULL OR group_result IS NOT NULL))`.execute(tx)
      await sql<never>`
        ALTER TABLE events ADD COLUMN bye_opponent text NOT NULL DEFAULT 'none' CHECK (bye_opponent IN ('none', 'self'))`.execute(tx)
    },
  },
  {
    // A score of 0 is a score; an attempt may also have strokes alone, or be spent without a score.
    name: 'events/022-attempts-without-score',
    async up(tx) {
      await sql<never>`
        ALTER TABLE event_attempts ALTER COLUMN value DROP NOT NULL, DROP CONSTRAINT event_attempts_value_check,
          ADD CONSTRAINT event_attempts_value_check CHECK (value BETWEEN 0 AND 9007199254740991)`.execute(tx)
    },
  },
  {
    // A round may be held back until its director shows it, and begin later than it is drawn.
    name: 'events/023-held-rounds',
    async up(tx) {
      await sql<never>`ALTER TABLE event_rounds ADD COLUMN held boolean NOT NULL DEFAULT false, ADD COLUMN starts_at timestamptz`.execute(
        tx,
      )
    },
  },
  {
    // Players who play every game on certain machines, which only those who direct the event know.
    name: 'events/024-seats',
    async up(tx) {
      await sql<never>`
        CREATE TABLE event_seats (
          entrant_id text PRIMARY KEY REFERENCES event_entrants ON DELETE CASCADE,
          machine_ids text[] NOT NULL CHECK (cardinality(machine_ids) > 0)
        )`.execute(tx)
    },
  },
  {
    // An entry that was made from somebody on the group's list of people names the person, so that a claim takes all entries of the person.
    name: 'events/025-people',
    async up(tx) {
      await sql<never>`ALTER TABLE event_entrants ADD COLUMN person_id text REFERENCES group_people, ADD UNIQUE (person_id, event_id)`.execute(
        tx,
      )
    },
  },
  {
    // What taking part costs, and who has paid it: notes of those who direct the event. The amount is in hundredths.
    name: 'events/026-fees',
    async up(tx) {
      await sql<never>`
        CREATE TABLE event_fees (
          event_id text PRIMARY KEY REFERENCES events ON DELETE CASCADE,
          hundredths integer NOT NULL CHECK (hundredths > 0),
          currency text NOT NULL
        )`.execute(tx)
      await sql<never>`CREATE TABLE event_payments (entrant_id text PRIMARY KEY REFERENCES event_entrants ON DELETE CASCADE)`.execute(tx)
    },
  },
  {
    // The scores that were typed with the result of a game, and when. The time is in ms since 1970, because changes of rounds keep rows as
    // JSON and compare them, in which other times depend on the time zone of the connection.
    name: 'events/030-game-scores',
    async up(tx) {
      await sql<never>`ALTER TABLE event_games ADD COLUMN scores jsonb, ADD COLUMN scored_at bigint`.execute(tx)
      await sql<never>`ALTER TABLE event_voids ADD COLUMN group_scores jsonb, ADD COLUMN group_scored_at bigint`.execute(tx)
    },
  },
  {
    // The standings may be held back until the director shows them.
    name: 'events/031-held-standings',
    async up(tx) {
      await sql<never>`ALTER TABLE events ADD COLUMN standings_held boolean NOT NULL DEFAULT false`.execute(tx)
    },
  },
  {
    // A device link with a code makes a kiosk, which is left by the code alone.
    name: 'events/033-kiosks',
    async up(tx) {
      await sql<never>`ALTER TABLE event_devices ADD COLUMN code_hash text`.execute(tx)
    },
  },
  {
    name: 'events/034-balance-over',
    async up(tx) {
      await sql<never>`
        ALTER TABLE events ADD COLUMN balance_over text NOT NULL DEFAULT 'event' CHECK (balance_over IN ('event', 'series'))`.execute(tx)
    },
  },
  {
    // The venue where an event takes place.
    name: 'events/035-venue',
    async up(tx) {
      await sql<never>`ALTER TABLE events ADD COLUMN venue_id text REFERENCES venues`.execute(tx)
      await sql<never>`CREATE INDEX events_venue ON events (venue_id, starts_at) WHERE venue_id IS NOT NULL`.execute(tx)
    },
  },
  {
    name: 'events/036-seed-sources',
    async up(tx) {
      await sql<never>`
        ALTER TABLE events DROP CONSTRAINT events_seeding_check,
          ADD CONSTRAINT events_seeding_check CHECK (seeding IN ('random', 'manual', 'ifpa', 'previous', 'series', 'rating'))`.execute(tx)
    },
  },
  {
    // Who plays in a bracket, and which of its games a group plays. A match may be the best of seven games.
    name: 'events/037-brackets',
    async up(tx) {
      await sql<never>`ALTER TABLE event_rounds ADD COLUMN field text[]`.execute(tx)
      await sql<never>`ALTER TABLE event_groups ADD COLUMN bracket_game text`.execute(tx)
      await sql<never>`CREATE UNIQUE INDEX event_groups_bracket_game ON event_groups (round_id, bracket_game)`.execute(tx)
      await sql<never>`
        ALTER TABLE event_games DROP CONSTRAINT event_games_game_check, ADD CONSTRAINT event_games_game_check CHECK (game BETWEEN 1 AND 7)
      `.execute(tx)
    },
  },
  {
    // Who waits for a game of an event without rounds stands in its first row of `event_rounds`.
    name: 'events/038-waiting-players',
    async up(tx) {
      await sql<never>`ALTER TABLE event_rounds ADD COLUMN waiting jsonb`.execute(tx)
    },
  },
  {
    // Finals know their qualifying, and the best place that they are played for.
    name: 'events/039-finals',
    async up(tx) {
      await sql<never>`ALTER TABLE events ADD COLUMN qualifying_id text REFERENCES events (id) ON DELETE SET NULL, ADD COLUMN final_from int`.execute(
        tx,
      )
      await sql<never>`CREATE INDEX events_qualifying ON events (qualifying_id) WHERE qualifying_id IS NOT NULL`.execute(tx)
    },
  },
  {
    // Which entry of the qualifying a finalist comes from. That entry may be merged into another one later, so nothing refers to it.
    name: 'events/040-qualified-as',
    async up(tx) {
      await sql<never>`ALTER TABLE event_entrants ADD COLUMN qualified_as text`.execute(tx)
    },
  },
  {
    // Who has left loses what is not played yet in a bracket.
    name: 'events/041-gone-players',
    async up(tx) {
      await sql<never>`ALTER TABLE event_rounds ADD COLUMN gone text[]`.execute(tx)
      await sql<never>`ALTER TABLE event_entrants DROP CONSTRAINT event_entrants_presence_check,
        ADD CONSTRAINT event_entrants_presence_check CHECK (presence IN ('expected', 'here', 'paused', 'gone'))`.execute(tx)
    },
  },
]
