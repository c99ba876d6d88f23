import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const ratingsMigrations: readonly Migration[] = [
  {
    // All but `rating_choices` follows from the games of events, and is computed again when these change.
    name: 'ratings/001-ratings',
    async up(tx) {
      // The nights that are in the ratings, in their order. `digest`: of the games from which they were computed.
      await sql<never>`
        CREATE TABLE rating_nights (
          position integer PRIMARY KEY,
          event_id text NOT NULL UNIQUE REFERENCES events ON DELETE CASCADE,
          ended_at timestamptz NOT NULL,
          digest text NOT NULL
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE rating_history (
          user_id text NOT NULL REFERENCES users,
          position integer NOT NULL REFERENCES rating_nights ON DELETE CASCADE,
          rating double precision NOT NULL,
          rd double precision NOT NULL,
          vol double precision NOT NULL,
          games integer NOT NULL,
          nights integer NOT NULL,
          PRIMARY KEY (user_id, position)
        )`.execute(tx)
      await sql<never>`CREATE INDEX rating_history_position ON rating_history (position)`.execute(tx)
      await sql<never>`
        CREATE TABLE ratings (
          user_id text PRIMARY KEY REFERENCES users,
          rating double precision NOT NULL,
          rd double precision NOT NULL,
          games integer NOT NULL,
          nights integer NOT NULL
        )`.execute(tx)
      await sql<never>`CREATE INDEX ratings_best ON ratings (rating DESC)`.execute(tx)
      await sql<never>`CREATE TABLE rating_choices (user_id text PRIMARY KEY REFERENCES users, hidden boolean NOT NULL)`.execute(tx)
    },
  },
]
