import { sql } from 'kysely'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Merger, Merging } from '../../machines/server/api.ts'
import { eventNews } from './changes.ts'

interface Shared {
  id: string
  /** true if the event has attempts, voids or groups on this machine */
  fromUsed: boolean
  intoUsed: boolean
}

const used = (machineId: string) => sql`(
  EXISTS (SELECT 1 FROM event_attempts a WHERE a.event_id = f.event_id AND a.machine_id = ${machineId})
  OR EXISTS (SELECT 1 FROM event_voids v WHERE v.event_id = f.event_id AND v.machine_id = ${machineId})
  OR EXISTS (SELECT 1 FROM event_rounds r JOIN event_groups g ON g.round_id = r.id WHERE r.event_id = f.event_id AND g.machine_id = ${machineId}))`

/** Returns the events that have both machines. @throws DdpError 409 if an event has used both: a merge would change its results */
async function sharedEvents(db: Db, { from, into }: Merging): Promise<Shared[]> {
  const { rows } = await sql<Shared>`
    SELECT f.event_id AS id, ${used(from)} AS "fromUsed", ${used(into)} AS "intoUsed"
    FROM event_machines f JOIN event_machines i ON i.event_id = f.event_id AND i.machine_id = ${into} WHERE f.machine_id = ${from}
  `.execute(db)
  if (rows.some(({ fromUsed, intoUsed }) => fromUsed && intoUsed))
    throw new DdpError(409, 'An event has used both as two machines, so two they stay.')
  return rows
}

/** Pin-golf targets are stored by machine. Of two targets the one stays whose machine was played. */
async function moveTargets(tx: Db, { from, into }: Merging, shared: readonly Shared[]): Promise<void> {
  const { rows } = await sql<{ id: string; targets: Record<string, number> }>`
    SELECT id, format -> 'targets' AS targets FROM events WHERE jsonb_exists(format -> 'targets', ${from})
  `.execute(tx)
  for (const { id, targets } of rows) {
    const { [from]: going, [into]: staying, ...others } = targets
    const target = shared.some(event => event.id === id && event.fromUsed) ? going : (staying ?? going)
    await sql`UPDATE events SET format = jsonb_set(format, '{targets}', ${JSON.stringify({ ...others, [into]: target })}::jsonb) WHERE id = ${id}`.execute(
      tx,
    )
  }
}

/**
 * The events' part in a merge of two machines. Standings do not change: an event that has both machines loses the one that was not used.
 */
export const mergeEvents: Merger = {
  async preview(db, merging) {
    await sharedEvents(db, merging)
    const { rows } = await sql<{
      events: number
    }>`SELECT count(*) AS events FROM event_machines WHERE machine_id = ${merging.from}`.execute(db)
    return { events: rows[0]!.events }
  },

  async hold(tx, { from }) {
    await sql`
      SELECT 1 FROM events WHERE id IN (SELECT event_id FROM event_machines WHERE machine_id = ${from}) ORDER BY id FOR NO KEY UPDATE
    `.execute(tx)
  },

  async move(tx, merging) {
    const { from, into } = merging
    const shared = await sharedEvents(tx, merging)
    const { rows: events } = await sql<{ id: string }>`SELECT event_id AS id FROM event_machines WHERE machine_id = ${from}`.execute(tx)
    await moveTargets(tx, merging, shared)
    const [without, instead] = [shared.filter(({ fromUsed }) => !fromUsed), shared.filter(({ fromUsed }) => fromUsed)]
    const leave = (machineId: string, left: readonly Shared[]) =>
      sql`DELETE FROM event_machines WHERE machine_id = ${machineId} AND event_id = ANY (${left.map(({ id }) => id)}::text[])`.execute(tx)
    await leave(from, without)
    await leave(into, instead)
    // One statement, because attempts and the event's machines reference each other by the machine's id.
    await sql`
      WITH machines AS (UPDATE event_machines SET machine_id = ${into} WHERE machine_id = ${from}),
        attempts AS (UPDATE event_attempts SET machine_id = ${into} WHERE machine_id = ${from}),
        voids AS (UPDATE event_voids SET machine_id = ${into} WHERE machine_id = ${from})
      UPDATE event_groups SET machine_id = ${into} WHERE machine_id = ${from}
    `.execute(tx)
    return events.map(({ id }) => eventNews(id))
  },
}
