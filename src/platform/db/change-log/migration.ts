import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Creates the change log (table `feed`) and its head (`feed_head`): one row, whose lock makes the numbers gapless and their order that of
 * the commits.
 */
export const changeLogMigrations: readonly Migration[] = [
  {
    name: 'platform/001-feed',
    async up(tx) {
      await sql<never>`CREATE TABLE feed (n bigint PRIMARY KEY, kind text NOT NULL, body jsonb NOT NULL, at timestamptz NOT NULL DEFAULT now())`.execute(
        tx,
      )
      await sql<never>`CREATE INDEX feed_at ON feed (at)`.execute(tx)
      await sql<never>`CREATE TABLE feed_head (one boolean PRIMARY KEY DEFAULT true CHECK (one), n bigint NOT NULL) WITH (fillfactor = 10)`.execute(
        tx,
      )
      await sql<never>`INSERT INTO feed_head (n) VALUES (0)`.execute(tx)
    },
  },
  {
    // `changes`: how many changes a row holds; it has the number of the last. Bodies stay in their rows, uncompressed, since they are read
    // once or never. The log is pruned in the order of its numbers.
    name: 'platform/003-several-changes-a-row',
    async up(tx) {
      await sql<never>`ALTER TABLE feed ADD COLUMN changes integer NOT NULL DEFAULT 1, ALTER COLUMN body SET STORAGE EXTERNAL`.execute(tx)
      await sql<never>`ALTER TABLE feed SET (toast_tuple_target = 8160)`.execute(tx)
      await sql<never>`DROP INDEX feed_at`.execute(tx)
      // The key with which nodes sign what they tell each other of changes.
      await sql<never>`CREATE TABLE feed_key (one boolean PRIMARY KEY DEFAULT true CHECK (one), key text NOT NULL)`.execute(tx)
      await sql<never>`INSERT INTO feed_key (key) VALUES (gen_random_uuid()::text || gen_random_uuid()::text)`.execute(tx)
      // Named the node that wrote the scores of all (dropped below).
      await sql<never>`CREATE TABLE writer_lease (one boolean PRIMARY KEY DEFAULT true CHECK (one), node text NOT NULL, until timestamptz NOT NULL)`.execute(
        tx,
      )
      await sql<never>`INSERT INTO writer_lease (node, until) VALUES ('', '-infinity')`.execute(tx)
    },
  },
  {
    name: 'platform/004-no-writer-lease',
    async up(tx) {
      await sql<never>`DROP TABLE writer_lease`.execute(tx)
    },
  },
]
