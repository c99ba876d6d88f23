import { sql } from 'kysely'
import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { GroupsDoor } from '../../groups/server/door.ts'
import type { GroupMachineDoc } from '../contract.ts'
import { memberIds } from './store.ts'

async function groupMachines(db: Db, groupId: string): Promise<GroupMachineDoc[]> {
  const { rows } = await sql<GroupMachineDoc>`
    SELECT ${groupId}::text AS "groupId", m.id AS "machineId", m.name AS "machineName", count(*) AS players
    FROM bests b JOIN group_members g ON g.user_id = b.user_id AND g.group_id = ${groupId} JOIN machines m ON m.id = b.machine_id
    GROUP BY m.id ORDER BY players DESC, m.name, m.id LIMIT 100
  `.execute(db)
  return rows
}

/** The hundred machines that most members of a group have played. */
export class GroupMachinesView {
  readonly set = new LiveSet()
  readonly follower: Follower
  #members = new Set<string>()
  #position = 0

  constructor(database: Database, groups: Pick<GroupsDoor, 'dismiss'>, groupId: string) {
    const load = async (): Promise<number> => {
      const { members, rows, position } = await database.snapshot(async (tx, at) => ({
        members: new Set(await memberIds(tx, groupId)),
        rows: await groupMachines(tx, groupId),
        position: at,
      }))
      await groups.dismiss(groupId)
      this.#members = members
      this.#position = position
      this.set.replace('groupMachines', new Map(rows.map(row => [`${groupId}/${row.machineId}`, { ...row } as Fields])))
      return position
    }
    this.follower = follow(load, () => load().then(() => undefined))
  }

  /** @param moved the last entry by which anybody came to the machine that the user has played, or left it */
  concerns(userId: string, moved: number): boolean {
    return !this.follower.caughtUp || (this.#members.has(userId) && moved > this.#position)
  }
}
