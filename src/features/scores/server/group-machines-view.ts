import { sql } from 'kysely'
import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { GroupMachineDoc } from '../contract.ts'

/** The hundred machines that most members of a group have played. */
export class GroupMachinesView {
  readonly set = new LiveSet()
  readonly follower: Follower
  #members = new Set<string>()

  constructor(database: Database, groupId: string) {
    const load = (): Promise<number> =>
      database.snapshot(async (tx, position) => {
        const { rows: members } = await sql<{ id: string }>`SELECT user_id AS id FROM group_members WHERE group_id = ${groupId}`.execute(tx)
        this.#members = new Set(members.map(({ id }) => id))
        const { rows } = await sql<GroupMachineDoc>`
          SELECT ${groupId}::text AS "groupId", m.id AS "machineId", m.name AS "machineName", count(*) AS players
          FROM bests b JOIN group_members g ON g.user_id = b.user_id AND g.group_id = ${groupId} JOIN machines m ON m.id = b.machine_id
          GROUP BY m.id ORDER BY players DESC, m.name LIMIT 100
        `.execute(tx)
        this.set.replace('groupMachines', new Map(rows.map(row => [`${groupId}/${row.machineId}`, { ...row } as Fields])))
        return position
      })
    this.follower = follow(load, () => load().then(() => undefined))
  }

  concerns(userId: string): boolean {
    return this.#members.has(userId)
  }
}
