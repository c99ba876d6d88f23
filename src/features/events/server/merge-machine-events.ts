import { sql } from 'kysely'
import { machinesOfEventDiffer } from '#machines/contract/machines.ts'
import type { MachineMergeHook } from '#machines/server/api.ts'
import type { MachineMerge } from '#machines/server/shared/machine-merge-types.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { type EventFormat, mergeMachineOptions } from '../formats/registry.ts'
import { createEventChange } from './changes.ts'

interface SharedEvent {
  id: string
  /** true if the event has attempts, voids or games on this machine */
  fromUsed: boolean
  intoUsed: boolean
}

const isUsedSql = (machineId: string) => sql<boolean>`(
  EXISTS (SELECT 1 FROM event_attempts a WHERE a.event_id = f.event_id AND a.machine_id = ${machineId})
  OR EXISTS (SELECT 1 FROM event_voids v WHERE v.event_id = f.event_id AND v.machine_id = ${machineId})
  OR EXISTS (SELECT 1 FROM event_rounds r JOIN event_groups g ON g.round_id = r.id JOIN event_games p ON p.group_id = g.id
    WHERE r.event_id = f.event_id AND p.machine_id = ${machineId}))`

/** Returns the events that have both machines. @throws DdpError 409 if an event has used both: a merge would change its results */
async function sharedEvents(db: Db, { from, into }: MachineMerge): Promise<SharedEvent[]> {
  const { rows } = await sql<SharedEvent>`
    SELECT f.event_id AS id, ${isUsedSql(from)} AS "fromUsed", ${isUsedSql(into)} AS "intoUsed"
    FROM event_machines f JOIN event_machines i ON i.event_id = f.event_id AND i.machine_id = ${into} WHERE f.machine_id = ${from}
  `.execute(db)
  if (rows.some(({ fromUsed, intoUsed }) => fromUsed && intoUsed)) throw machinesOfEventDiffer()
  return rows
}

/** Some formats have options for each machine. Of two the one stays whose machine was played. */
async function mergeOptions(tx: Db, { from, into }: MachineMerge, shared: readonly SharedEvent[]): Promise<void> {
  const { rows } = await sql<{ id: string; format: EventFormat }>`
    SELECT e.id, e.format FROM events e JOIN event_machines m ON m.event_id = e.id WHERE m.machine_id = ${from}
  `.execute(tx)
  for (const { id, format } of rows) {
    const isFromUsed = shared.some(event => event.id === id && event.fromUsed)
    const merged = mergeMachineOptions(format, { from, into, keep: isFromUsed ? 'from' : 'into' })
    if (merged !== format) await sql<never>`UPDATE events SET format = ${JSON.stringify(merged)}::jsonb WHERE id = ${id}`.execute(tx)
  }
}

/** Gives the machine that stays the fixed seats, the bank and the places in changes of rounds that the other one has. */
async function mergeDraws(tx: Db, { from, into }: MachineMerge): Promise<void> {
  await sql<never>`
    UPDATE event_seats SET machine_ids =
      CASE WHEN ${into} = ANY (machine_ids) THEN array_remove(machine_ids, ${from}) ELSE array_replace(machine_ids, ${from}, ${into}) END
    WHERE ${from} = ANY (machine_ids)
  `.execute(tx)
  await sql<never>`
    UPDATE events SET banks = jsonb_build_object(${into}::text, banks -> ${from}::text) || (banks - ${from}::text) WHERE banks ? ${from}::text
  `.execute(tx)
  const [id, kept] = [JSON.stringify(from), JSON.stringify(into)]
  await sql<never>`
    UPDATE event_voids SET arrangement = replace(arrangement::text, ${id}, ${kept})::jsonb WHERE arrangement IS NOT NULL
      AND event_id IN (SELECT m.event_id FROM event_machines m WHERE m.machine_id = ${from})
  `.execute(tx)
}

/**
 * The events' part in a merge of two machines. Standings do not change: an event that has both machines loses the one that was not used.
 */
export const mergeEvents: MachineMergeHook = {
  async preview(db, merging) {
    await sharedEvents(db, merging)
    const { events } = await db
      .selectFrom('event_machines')
      .select(eb => eb.fn.countAll<number>().as('events'))
      .where('machine_id', '=', merging.from)
      .executeTakeFirstOrThrow()
    return { events }
  },

  async lock(tx, { from }) {
    const eventIds = tx.selectFrom('event_machines').select('event_id').where('machine_id', '=', from)
    await tx.selectFrom('events').select('id').where('id', 'in', eventIds).orderBy('id').forNoKeyUpdate().execute()
  },

  async move(tx, merging) {
    const { from, into } = merging
    const shared = await sharedEvents(tx, merging)
    const events = await tx.selectFrom('event_machines').select('event_id as id').where('machine_id', '=', from).execute()
    await mergeOptions(tx, merging, shared)
    await mergeDraws(tx, merging)
    const [withUnusedFrom, withUsedFrom] = [shared.filter(({ fromUsed }) => !fromUsed), shared.filter(({ fromUsed }) => fromUsed)]
    const removeMachine = (machineId: string, events: readonly SharedEvent[]) =>
      tx
        .deleteFrom('event_machines')
        .where('machine_id', '=', machineId)
        .where('event_id', '=', anyOf(events.map(({ id }) => id)))
        .execute()
    await removeMachine(from, withUnusedFrom)
    await removeMachine(into, withUsedFrom)
    // One statement, because attempts and the event's machines reference each other by the machine's id.
    await sql<never>`
      WITH machines AS (UPDATE event_machines SET machine_id = ${into} WHERE machine_id = ${from}),
        attempts AS (UPDATE event_attempts SET machine_id = ${into} WHERE machine_id = ${from}),
        voids AS (UPDATE event_voids SET machine_id = ${into} WHERE machine_id = ${from}),
        games AS (UPDATE event_voids SET group_machine_id = ${into} WHERE group_machine_id = ${from})
      UPDATE event_games SET machine_id = ${into} WHERE machine_id = ${from}
    `.execute(tx)
    return events.map(({ id }) => createEventChange(id))
  },
}
