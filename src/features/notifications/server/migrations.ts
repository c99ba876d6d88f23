import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

/**
 * `notification_cursor`: number of the last change in the log that has been examined. `push_notices`: what a user is notified of, once;
 * `mark` distinguishes notices of the same kind and subject.
 */
export const notificationsMigrations: readonly Migration[] = [
  {
    name: 'notifications/001-push',
    async up(tx) {
      await sql<never>`
        CREATE TABLE notification_settings (
          user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
          beaten boolean NOT NULL DEFAULT false,
          starts boolean NOT NULL DEFAULT false,
          moderated boolean NOT NULL DEFAULT false
        )`.execute(tx)
      await sql<never>`
        CREATE TABLE push_devices (
          id text PRIMARY KEY,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          endpoint text NOT NULL UNIQUE,
          p256dh text NOT NULL,
          auth text NOT NULL,
          device text NOT NULL,
          created_at timestamptz NOT NULL,
          last_success timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX push_devices_user ON push_devices (user_id, created_at)`.execute(tx)
      await sql<never>`
        CREATE TABLE push_notices (
          id text PRIMARY KEY,
          user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
          kind text NOT NULL CHECK (kind IN ('beaten', 'starts', 'moderated')),
          subject text NOT NULL,
          mark text NOT NULL DEFAULT '',
          at timestamptz NOT NULL,
          UNIQUE (user_id, kind, subject, mark)
        )`.execute(tx)
      await sql<never>`CREATE INDEX push_notices_at ON push_notices (at)`.execute(tx)
      await sql<never>`
        CREATE TABLE push_deliveries (
          notice_id text NOT NULL REFERENCES push_notices ON DELETE CASCADE,
          device_id text NOT NULL REFERENCES push_devices ON DELETE CASCADE,
          tries integer NOT NULL DEFAULT 0,
          due_at timestamptz NOT NULL,
          PRIMARY KEY (notice_id, device_id)
        )`.execute(tx)
      await sql<never>`CREATE INDEX push_deliveries_due ON push_deliveries (due_at)`.execute(tx)
      await sql<never>`CREATE INDEX push_deliveries_device ON push_deliveries (device_id)`.execute(tx)
      await sql<never>`CREATE TABLE notification_cursor (one boolean PRIMARY KEY DEFAULT true CHECK (one), n bigint NOT NULL)`.execute(tx)
      await sql<never>`INSERT INTO notification_cursor (n) SELECT n FROM feed_head`.execute(tx)
    },
  },
  {
    name: 'notifications/002-deliveries-as-jobs',
    async up(tx) {
      await sql<never>`
        INSERT INTO jobs (kind, key, body, due_at, tries)
        SELECT 'push', notice_id || ' ' || device_id, jsonb_build_object('noticeId', notice_id, 'deviceId', device_id), due_at, tries
        FROM push_deliveries`.execute(tx)
      await sql<never>`DROP TABLE push_deliveries`.execute(tx)
    },
  },
  {
    name: 'notifications/003-events',
    async up(tx) {
      await sql<never>`
        ALTER TABLE push_notices DROP CONSTRAINT push_notices_kind_check,
          ADD CONSTRAINT push_notices_kind_check CHECK (kind IN ('beaten', 'starts', 'moderated', 'added', 'admitted'))`.execute(tx)
    },
  },
  {
    // A phone with the app has no keys: its messages are encrypted for the service alone.
    name: 'notifications/004-phones',
    async up(tx) {
      await sql<never>`ALTER TABLE push_devices ALTER COLUMN p256dh DROP NOT NULL, ALTER COLUMN auth DROP NOT NULL`.execute(tx)
    },
  },
  {
    name: 'notifications/005-voided',
    async up(tx) {
      await sql<never>`
        ALTER TABLE push_notices DROP CONSTRAINT push_notices_kind_check,
          ADD CONSTRAINT push_notices_kind_check CHECK (kind IN ('beaten', 'starts', 'moderated', 'voided', 'added', 'admitted'))`.execute(
        tx,
      )
    },
  },
  {
    // A new switch or kind needs no migration: the list has the names of the switches that are on.
    name: 'notifications/006-switches',
    async up(tx) {
      await sql<never>`ALTER TABLE notification_settings ADD COLUMN switches text[] NOT NULL DEFAULT '{}'`.execute(tx)
      await sql<never>`
        UPDATE notification_settings SET switches = array_remove(
          ARRAY[CASE WHEN beaten THEN 'beaten' END, CASE WHEN starts THEN 'starts' END, CASE WHEN moderated THEN 'moderated' END], NULL)`.execute(
        tx,
      )
      await sql<never>`ALTER TABLE notification_settings DROP COLUMN beaten, DROP COLUMN starts, DROP COLUMN moderated`.execute(tx)
      await sql<never>`ALTER TABLE push_notices DROP CONSTRAINT push_notices_kind_check`.execute(tx)
    },
  },
  {
    // When a notice is to be sent. It is later than `at` only where a kind makes a pause between two notices.
    name: 'notifications/007-pauses',
    async up(tx) {
      await sql<never>`ALTER TABLE push_notices ADD COLUMN due_at timestamptz NOT NULL DEFAULT now()`.execute(tx)
      await sql<never>`UPDATE push_notices SET due_at = at`.execute(tx)
    },
  },
]
