import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const webhooksMigrations: readonly Migration[] = [
  {
    // `webhooks`: a hook of a group, of an event, or (both null) of the site. `sealed` has its address and its secret, encrypted for the hook;
    // one that was removed stays without it, so that its id is not used again. It is told of changes after `since_n` in the change log, and of
    // what happened by the clock after `since_at`. `retry_at`: its first waiting delivery has failed and is tried again then.
    // `webhook_deliveries`: what is sent, in the order of `n`. `source` says what it tells of, so that a hook is told of nothing twice.
    // `user_ids`: whom the body names; `shows_event`, `shows_venue`: what it names that everybody has to be able to see when it is sent.
    // `webhook_cursor`: up to which number of the change log, and which time, deliveries have been written.
    name: 'webhooks/001-webhooks',
    async up(tx) {
      await sql<never>`
        CREATE TABLE webhooks (
          id text PRIMARY KEY,
          group_id text REFERENCES groups,
          event_id text REFERENCES events,
          made_by text NOT NULL REFERENCES users,
          fingerprint text NOT NULL,
          name text NOT NULL,
          sealed bytea,
          host text NOT NULL,
          ending text NOT NULL,
          discord boolean NOT NULL,
          types text[] NOT NULL,
          only_machine text REFERENCES machines,
          only_venue text REFERENCES venues,
          only_group text REFERENCES groups,
          only_event text REFERENCES events,
          since_n bigint NOT NULL,
          since_at timestamptz NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now(),
          removed_at timestamptz,
          off text CHECK (off IN ('owner', 'failing')),
          failing_since timestamptz,
          retry_at timestamptz,
          CHECK (group_id IS NULL OR event_id IS NULL),
          CHECK ((sealed IS NULL) = (removed_at IS NOT NULL))
        )`.execute(tx)
      await sql<never>`CREATE INDEX webhooks_group ON webhooks (group_id) WHERE removed_at IS NULL AND group_id IS NOT NULL`.execute(tx)
      await sql<never>`CREATE INDEX webhooks_event ON webhooks (event_id) WHERE removed_at IS NULL AND event_id IS NOT NULL`.execute(tx)
      await sql<never>`CREATE INDEX webhooks_only_machine ON webhooks (only_machine) WHERE only_machine IS NOT NULL`.execute(tx)
      await sql<never>`CREATE INDEX webhooks_made_by ON webhooks (made_by)`.execute(tx)
      await sql<never>`
        CREATE TABLE webhook_deliveries (
          id text PRIMARY KEY,
          n bigint GENERATED ALWAYS AS IDENTITY,
          webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE,
          source text NOT NULL,
          type text NOT NULL,
          subject text NOT NULL,
          body text NOT NULL,
          user_ids text[] NOT NULL,
          shows_event text,
          shows_venue text,
          state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
          tries integer NOT NULL DEFAULT 0,
          created_at timestamptz NOT NULL DEFAULT now(),
          tried_at timestamptz,
          ended_at timestamptz,
          status integer,
          error text,
          UNIQUE (webhook_id, source)
        )`.execute(tx)
      await sql<never>`CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, n) WHERE state = 'waiting'`.execute(tx)
      await sql<never>`CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, n DESC)`.execute(tx)
      await sql<never>`CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at)`.execute(tx)
      await sql<never>`
        CREATE TABLE webhook_cursor (one boolean PRIMARY KEY DEFAULT true CHECK (one), n bigint NOT NULL, looked_at timestamptz NOT NULL)`.execute(
        tx,
      )
      await sql<never>`INSERT INTO webhook_cursor (n, looked_at) SELECT n, now() FROM feed_head`.execute(tx)
    },
  },
  {
    // `lane`: the id of what a delivery is about, a machine or an event: those of one lane are sent in their order, and wait for each other alone.
    // `retry_at` of a delivery: it has failed and is tried again then; of a hook: nothing is tried before. `failures`: how many deliveries have
    // failed at their first try since the last one arrived. `off`: `full`, since too many were waiting.
    name: 'webhooks/002-lanes',
    async up(tx) {
      await sql<never>`ALTER TABLE webhook_deliveries ADD COLUMN lane text, ADD COLUMN retry_at timestamptz`.execute(tx)
      await sql<never>`
        UPDATE webhook_deliveries SET lane = coalesce(
          CASE WHEN type LIKE 'score.%' THEN body::jsonb #>> '{data,machine,id}' WHEN type <> 'webhook.test' THEN body::jsonb #>> '{data,event,id}' END, id)
      `.execute(tx)
      await sql<never>`ALTER TABLE webhook_deliveries ALTER COLUMN lane SET NOT NULL`.execute(tx)
      await sql<never>`
        CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id, lane, retry_at) WHERE state = 'waiting' AND retry_at IS NOT NULL
      `.execute(tx)
      await sql<never>`
        ALTER TABLE webhooks ADD COLUMN failures integer NOT NULL DEFAULT 0, DROP CONSTRAINT webhooks_off_check,
          ADD CONSTRAINT webhooks_off_check CHECK (off IN ('owner', 'failing', 'full'))
      `.execute(tx)
    },
  },
  {
    // What a hook is narrowed to is a list of each kind; an empty one narrows nothing. Lists have no foreign keys: what is removed is told of
    // no more.
    name: 'webhooks/003-lists',
    async up(tx) {
      await sql<never>`
        ALTER TABLE webhooks ADD COLUMN only_machines text[] NOT NULL DEFAULT '{}', ADD COLUMN only_venues text[] NOT NULL DEFAULT '{}',
          ADD COLUMN only_groups text[] NOT NULL DEFAULT '{}', ADD COLUMN only_events text[] NOT NULL DEFAULT '{}'
      `.execute(tx)
      await sql<never>`
        UPDATE webhooks SET only_machines = array_remove(ARRAY[only_machine], NULL), only_venues = array_remove(ARRAY[only_venue], NULL),
          only_groups = array_remove(ARRAY[only_group], NULL), only_events = array_remove(ARRAY[only_event], NULL)
      `.execute(tx)
      await sql<never>`
        ALTER TABLE webhooks DROP COLUMN only_machine, DROP COLUMN only_venue, DROP COLUMN only_group, DROP COLUMN only_event
      `.execute(tx)
    },
  },
  {
    // `answer`: the beginning of what the receiver answered to the last try.
    name: 'webhooks/004-answers',
    async up(tx) {
      await sql<never>`ALTER TABLE webhook_deliveries ADD COLUMN answer text`.execute(tx)
    },
  },
  {
    // `mailed`: who has added the hook was told by e-mail that it was switched off, and nothing has arrived since.
    name: 'webhooks/005-mailed',
    async up(tx) {
      await sql<never>`ALTER TABLE webhooks ADD COLUMN mailed boolean NOT NULL DEFAULT false`.execute(tx)
    },
  },
]
