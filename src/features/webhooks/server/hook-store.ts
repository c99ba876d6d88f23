import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { OffReason } from '../contract.ts'
import type { EventType } from '../rules/event-types.ts'
import type { HookScope, Only } from '../rules/wanted.ts'

/** A hook that was not removed. */
export interface HookRow extends HookScope {
  id: string
  madeBy: string
  fingerprint: string
  name: string
  host: string
  ending: string
  discord: boolean
  types: EventType[]
  only: Only
  createdAt: Date
  off: OffReason | null
  failingSince: Date | null
  /** nothing is tried before; null: it need not wait */
  retryAt: Date | null
  /** deliveries that have failed at their first try since the last one arrived */
  failures: number
  /** who has added it was told that it is off, and nothing has arrived since */
  mailed: boolean
}

/** What is stored of a new hook. */
export interface NewHook
  extends Pick<HookRow, 'id' | 'groupId' | 'eventId' | 'madeBy' | 'fingerprint' | 'name' | 'host' | 'ending' | 'discord' | 'only'> {
  types: readonly EventType[]
  sealed: Buffer
}

const SCOPE = sql<HookScope & { id: string }>`
  h.id, h.group_id AS "groupId", h.event_id AS "eventId", h.types,
  jsonb_strip_nulls(jsonb_build_object('machineIds', nullif(h.only_machines, '{}'), 'venueIds', nullif(h.only_venues, '{}'),
    'groupIds', nullif(h.only_groups, '{}'), 'eventIds', nullif(h.only_events, '{}'))) AS only`

const HOOK = sql<HookRow>`
  ${SCOPE}, h.made_by AS "madeBy", h.fingerprint, h.name, h.host, h.ending, h.discord, h.created_at AS "createdAt", h.off, h.failing_since AS "failingSince", h.retry_at AS "retryAt", h.failures, h.mailed`

/** Whose hooks are meant; both null: the site's. */
export type Whose = Pick<HookScope, 'groupId' | 'eventId'>

const isOf = ({ groupId, eventId }: Whose) =>
  sql<boolean>`h.group_id IS NOT DISTINCT FROM ${groupId}::text AND h.event_id IS NOT DISTINCT FROM ${eventId}::text`

export async function listHooks(db: Db, whose: Whose): Promise<(HookRow & { waiting: number })[]> {
  const { rows } = await sql<HookRow & { waiting: number }>`
    SELECT ${HOOK}, (SELECT count(*) FROM webhook_deliveries d WHERE d.webhook_id = h.id AND d.state = 'waiting') AS waiting
    FROM webhooks h WHERE ${isOf(whose)} AND h.removed_at IS NULL ORDER BY h.created_at, h.id
  `.execute(db)
  return rows
}

/** @returns null: there is none, or it was removed */
export async function findHook(db: Db, id: string): Promise<HookRow | null> {
  const { rows } = await sql<HookRow>`SELECT ${HOOK} FROM webhooks h WHERE h.id = ${id} AND h.removed_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/** The same, locked until the transaction ends. */
export async function lockHook(tx: Db, id: string): Promise<HookRow | null> {
  await tx.selectFrom('webhooks').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return findHook(tx, id)
}

/** Lets those who add a hook of the same group, event or site wait for each other, so that they are counted one after the other. */
export async function lockWhose(tx: Db, { groupId, eventId }: Whose): Promise<void> {
  const key = `webhooks ${groupId} ${eventId}`
  await tx.selectNoFrom(sql<string>`pg_advisory_xact_lock(hashtextextended(${key}, 0))`.as('locked')).execute()
}

export async function countHooks(db: Db, whose: Whose): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`SELECT count(*) AS count FROM webhooks h WHERE ${isOf(whose)} AND h.removed_at IS NULL`.execute(db)
  return rows[0]!.count
}

/** @returns false: the id was used before */
export async function insertHook(tx: Db, hook: NewHook, now: Date): Promise<boolean> {
  const { id, groupId, eventId, madeBy, fingerprint, name, sealed, host, ending, discord, types, only } = hook
  const { rows } = await sql<{ id: string }>`
    INSERT INTO webhooks (id, group_id, event_id, made_by, fingerprint, name, sealed, host, ending, discord, types, only_machines, only_venues,
      only_groups, only_events, since_n, since_at, created_at)
    SELECT ${id}, ${groupId}, ${eventId}, ${madeBy}, ${fingerprint}, ${name}, ${sealed}, ${host}, ${ending}, ${discord}, ${types}::text[],
      ${only.machineIds ?? []}::text[], ${only.venueIds ?? []}::text[], ${only.groupIds ?? []}::text[], ${only.eventIds ?? []}::text[], n, ${now}, ${now}
    FROM feed_head ON CONFLICT (id) DO NOTHING RETURNING id
  `.execute(tx)
  return rows.length > 0
}

export interface HookUpdate extends Pick<HookRow, 'name' | 'host' | 'ending' | 'discord' | 'off' | 'only'> {
  types: readonly EventType[]
  /** null: the address stays */
  sealed: Buffer | null
}

/** Changes a hook, which begins anew: what failed before does not count. @param begins it is told of what happens from now on */
export async function updateHook(tx: Db, id: string, hook: HookUpdate, begins: Date | null): Promise<void> {
  const { name, host, ending, discord, off, only, types, sealed } = hook
  await sql<never>`
    UPDATE webhooks SET name = ${name}, host = ${host}, ending = ${ending}, discord = ${discord}, off = ${off}, types = ${types}::text[],
      only_machines = ${only.machineIds ?? []}::text[], only_venues = ${only.venueIds ?? []}::text[],
      only_groups = ${only.groupIds ?? []}::text[], only_events = ${only.eventIds ?? []}::text[], sealed = coalesce(${sealed}, sealed), failing_since = NULL, retry_at = NULL, failures = 0,
      since_n = CASE WHEN ${begins}::timestamptz IS NULL THEN since_n ELSE (SELECT n FROM feed_head) END, since_at = coalesce(${begins}, since_at)
    WHERE id = ${id}
  `.execute(tx)
}

/** Removes hooks with their deliveries. Their rows stay, without the address, so that no other hook gets their ids. */
export async function removeHooks(tx: Db, ids: readonly string[]): Promise<void> {
  await sql<never>`DELETE FROM webhook_deliveries WHERE webhook_id = ANY (${ids}::text[])`.execute(tx)
  await sql<never>`
    UPDATE webhooks SET removed_at = now(), sealed = NULL, name = '', host = '', ending = '' WHERE id = ANY (${ids}::text[]) AND removed_at IS NULL
  `.execute(tx)
}

/** A hook that is told of what happens. @property sinceN changes after this number of the log @property sinceAt and what the clock does later */
export interface ActiveHook extends HookScope {
  id: string
  sinceN: number
  sinceAt: Date
}

export async function listActiveHooks(db: Db): Promise<ActiveHook[]> {
  const { rows } = await sql<ActiveHook>`
    SELECT ${SCOPE}, h.since_n AS "sinceN", h.since_at AS "sinceAt" FROM webhooks h WHERE h.removed_at IS NULL AND h.off IS NULL ORDER BY h.id
  `.execute(db)
  return rows
}

/** The ids of hooks whose group was removed, or that of their event. */
export async function listOrphans(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT h.id FROM webhooks h LEFT JOIN event_cards e ON e.id = h.event_id
    WHERE h.removed_at IS NULL AND (h.group_id IS NOT NULL OR e.group_id IS NOT NULL)
      AND NOT EXISTS (SELECT g.id FROM group_cards g WHERE g.id = coalesce(h.group_id, e.group_id))
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** What a try has made of a hook. @property off it is switched off */
type HookHealth = Pick<HookRow, 'failingSince' | 'retryAt' | 'failures' | 'off'>

export async function setHealth(tx: Db, id: string, { failingSince, retryAt, failures, off }: HookHealth): Promise<void> {
  await tx.updateTable('webhooks').set({ failing_since: failingSince, retry_at: retryAt, failures, off }).where('id', '=', id).execute()
}

export const setMailed = (tx: Db, id: string, mailed: boolean) => tx.updateTable('webhooks').set({ mailed }).where('id', '=', id).execute()

/** Replaces what of a hook is secret. */
export const storeSealed = (tx: Db, id: string, sealed: Buffer) => tx.updateTable('webhooks').set({ sealed }).where('id', '=', id).execute()

/** @returns null: it was removed */
export async function readSealed(db: Db, id: string): Promise<Buffer | null> {
  const hook = await db.selectFrom('webhooks').select('sealed').where('id', '=', id).executeTakeFirst()
  return hook?.sealed ?? null
}

/**
 * The names of what hooks are narrowed to, by the ids, as far as everybody may see it or it is of the hooks' own group.
 * @param ownGroup null: they have none
 */
export async function listNames(
  db: Db,
  hooks: readonly Pick<HookRow, 'only'>[],
  ownGroup: string | null,
): Promise<ReadonlyMap<string, string>> {
  const ids = (key: keyof Only): string[] => hooks.flatMap(({ only }) => only[key] ?? [])
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM machine_cards WHERE id = ANY (${ids('machineIds')}::text[])
    UNION ALL SELECT id, name FROM venue_cards WHERE id = ANY (${ids('venueIds')}::text[]) AND (is_public OR group_id = ${ownGroup})
    UNION ALL SELECT id, name FROM group_cards WHERE id = ANY (${ids('groupIds')}::text[]) AND (visibility = 'public' OR id = ${ownGroup})
    UNION ALL SELECT id, name FROM event_cards WHERE id = ANY (${ids('eventIds')}::text[]) AND (is_public OR group_id = ${ownGroup})
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Makes hooks that are narrowed to a machine those of the one into which it was merged. */
export async function moveMachine(tx: Db, from: string, into: string): Promise<void> {
  await sql<never>`
    UPDATE webhooks SET only_machines = ARRAY(SELECT DISTINCT unnest(array_replace(only_machines, ${from}, ${into})))
    WHERE ${from} = ANY (only_machines)
  `.execute(tx)
}

/** Hooks that a user has added, for the export of the user's data. */
export async function listHooksMadeBy(db: Db, userId: string): Promise<HookRow[]> {
  const { rows } = await sql<HookRow>`
    SELECT ${HOOK} FROM webhooks h WHERE h.made_by = ${userId} AND h.removed_at IS NULL ORDER BY h.created_at, h.id
  `.execute(db)
  return rows
}
