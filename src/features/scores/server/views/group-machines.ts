import { sql } from 'kysely'
import type { GroupsApi } from '#groups/server/api.ts'
import { membershipChanged } from '#groups/server/changes.ts'
import { ANY_MACHINE, machineKey, machineKeys, machinesChanged } from '#machines/server/changes.ts'
import type { Db } from '#platform/db/database.ts'
import { documentsById, updates } from '#platform/live/server/live-query.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { type GroupMachineDoc, groupsMachines } from '#scores/contract/scores.ts'
import { type ScoreChange, scoreChanged, scoresErased, scoresMerged } from '../changes.ts'
import { memberIds } from '../store.ts'

async function mostPlayedMachines(db: Db, groupId: string): Promise<GroupMachineDoc[]> {
  const { rows } = await sql<GroupMachineDoc>`
    SELECT ${groupId}::text AS "groupId", m.id AS "machineId", m.name AS "machineName", count(*) AS players
    FROM bests b JOIN group_memberships g ON g.user_id = b.user_id AND g.group_id = ${groupId} JOIN machine_cards m ON m.id = b.machine_id
    GROUP BY m.id, m.name ORDER BY players DESC, m.name, m.id LIMIT 100
  `.execute(db)
  return rows
}

/** maximum number of scores that one statement writes */
const RECENT_CHANGES = 512

const memberKey = (userId: string): string => `member:${userId}`
const groupKey = (groupId: string): string => `group:${groupId}`

/** Publishes the 100 machines that the most members of a group have played. */
export function publishGroupMachines(live: LiveServer, groups: GroupsApi, cache: { name: string; maxIdle: number }): void {
  /** by machine: the last known number of players, and the number of the change at which it changed */
  const lastPlayerCounts = new Map<string, { players: number; n: number }>()
  // Every change counts, also of players whose groups nobody looks at. The listeners come before those of the query, whose rule reads the map.
  const count = (machineId: string, { players }: { players: number }, n: number): void => {
    if (lastPlayerCounts.get(machineId)?.players !== players) lastPlayerCounts.set(machineId, { players, n })
  }
  live.onChange(scoreChanged, ({ score, tally }, n) => {
    if (tally !== null) count(score.machineId, tally, n)
  })
  live.onChange(scoresErased, ({ machines }, n) => {
    for (const { machineId, tally } of machines) count(machineId, tally, n)
  })
  live.onChange(scoresMerged, ({ into, tally }, n) => count(into, tally, n))
  /**
   * True if a score may be its player's first one on the machine, or the removal of the last one. Scores that were written in one statement
   * all carry the totals after the last of them, so up to `RECENT_CHANGES` entries after a changed total may be the one that changed it.
   */
  const changesPlayers = ({ score: { machineId }, tally }: ScoreChange, n: number): boolean =>
    tally !== null && n - (lastPlayerCounts.get(machineId)?.n ?? n) < RECENT_CHANGES

  live.query(groupsMachines, {
    cache,
    async params({ groupId }, publishing) {
      await groups.authorizeAndWatch(publishing, groupId)
      return groupId
    },
    key: groupId => `machines ${groupId}`,
    async load(tx, groupId, { watchKeys }) {
      const rows = await mostPlayedMachines(tx, groupId)
      watchKeys(
        groupKey(groupId),
        ANY_MACHINE,
        ...(await memberIds(tx, groupId)).map(memberKey),
        ...rows.map(row => machineKey(row.machineId)),
      )
      return { groupMachines: documentsById(rows, row => [`${groupId}/${row.machineId}`, { ...row }]) }
    },
    reloadOn: [
      membershipChanged.touches(({ groupId }) => [groupKey(groupId)]),
      updates(
        scoreChanged,
        ({ score }) => [memberKey(score.userId)],
        (_source, _documents, change, n) => changesPlayers(change, n),
      ),
      scoresErased.touches(({ userId }) => [memberKey(userId)]),
      scoresMerged.touches(({ from, into }) => [machineKey(from), machineKey(into)]),
      machinesChanged.touches(machineKeys),
    ],
  })
}
