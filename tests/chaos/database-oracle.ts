import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { Database } from '#platform/db/database.ts'
import type { ScoreStatus } from '#scores/contract/scores.ts'
import { boardKey, type Window } from '#scores/rules.ts'
import { type BestRow, type BoardSpec, orderedBoard } from '#scores/server/boards/board-store.ts'
import { periodAt } from '#scores/server/boards/periods.ts'
import type { TestApp } from '../integration/helpers/test-app.ts'

export interface BoardQuery {
  machineId: string
  groupId?: string
  window: Window
  limit: number
  verifiedOnly: boolean
}

export interface RecentScoresQuery {
  limit: number
  before?: string
  machineId?: string
  groupId?: string
  userId?: string
}

interface GroupRow {
  receipt: number
  name: string
  description: string
  visibility: 'public' | 'private'
  /** fields of the `members` documents, by user id */
  members: Map<string, Fields>
}

export interface ScoreRow {
  id: string
  receipt: number
  userId: string
  username: string
  displayName: string
  machineId: string
  machineName: string
  machineFacts: Fields
  value: number
  achievedAt: Date
  createdAt: Date
  windowed: boolean
  status: ScoreStatus
  version: number
  comment: string | null
  location: string | null
  removed: boolean
}

type Documents = Map<string, Fields>

const compareByRank = (a: ScoreRow, b: ScoreRow): number =>
  b.value - a.value || a.achievedAt.getTime() - b.achievedAt.getTime() || (a.id < b.id ? -1 : 1)

/** A board sorted by SQL. A million scores take longer than a statement of the application may. */
export const readOrderedBoard = (database: Database, spec: BoardSpec): Promise<BestRow[]> =>
  database.readSnapshot(tx => orderedBoard(tx, spec), true)

/** The documents that viewers must see, computed only from the tables of scores, groups and members. */
export class DatabaseOracle {
  readonly scores: readonly ScoreRow[]
  readonly #groups: ReadonlyMap<string, GroupRow>
  readonly #database: Database
  readonly #now: Date

  private constructor(database: Database, scores: ScoreRow[], groups: Map<string, GroupRow>, now: Date) {
    this.#database = database
    this.scores = scores
    this.#groups = groups
    this.#now = now
  }

  static async read(database: Database, now = new Date()): Promise<DatabaseOracle> {
    const all = sql<ScoreRow>`
      SELECT s.id, s.receipt, s.user_id AS "userId", u.username, u.display_name AS "displayName", s.machine_id AS "machineId",
        m.name AS "machineName", jsonb_build_object('year', m.year, 'type', m.type, 'display', m.display) AS "machineFacts", s.value, s.achieved_at AS "achievedAt", s.created_at AS "createdAt", s.windowed, s.status, s.version,
        s.comment, s.location, s.removed_at IS NOT NULL AS removed
      FROM scores s JOIN users u ON u.id = s.user_id JOIN machines m ON m.id = s.machine_id ORDER BY s.receipt DESC`
    const { rows } = await database.longTransaction(tx => all.execute(tx))
    return new DatabaseOracle(database, rows, await groupRows(database), now)
  }

  canSeeGroup(groupId: string, userId: string | null): boolean {
    const group = this.#groups.get(groupId)
    return group !== undefined && (group.visibility === 'public' || (userId !== null && group.members.has(userId)))
  }

  /** The `groups` and `members` documents of one group. */
  group(groupId: string): { group: [string, Fields]; members: Documents } {
    const { members, ...group } = this.#groups.get(groupId)!
    return {
      group: [groupId, { ...group, memberCount: members.size }],
      members: new Map([...members].map(([userId, fields]) => [`${groupId}/${userId}`, fields])),
    }
  }

  /** The `groupMachines` documents of one group, which must have played no more than a hundred machines. */
  groupMachines(groupId: string): Documents {
    const players = new Map<string, Set<string>>()
    const names = new Map<string, string>()
    for (const { machineId, machineName, userId, removed, status } of this.scores) {
      if (removed || status === 'rejected' || !this.#isMember(groupId, userId)) continue
      players.set(machineId, (players.get(machineId) ?? new Set()).add(userId))
      names.set(machineId, machineName)
    }
    return new Map(
      [...players].map(([machineId, of]) => [
        `${groupId}/${machineId}`,
        { groupId, machineId, machineName: names.get(machineId)!, players: of.size },
      ]),
    )
  }

  #isMember(groupId: string | undefined, userId: string): boolean {
    return groupId === undefined || this.#groups.get(groupId)!.members.has(userId)
  }

  /** The `boardRows` and `boards` documents of one board. @throws Error if the order from SQL differs from the one computed here */
  async board({ machineId, groupId, window, limit, verifiedOnly }: BoardQuery): Promise<{ rows: Documents; board: [string, Fields] }> {
    const bounds = periodAt(window, this.#now, 'UTC')
    const key = boardKey({ machineId, groupId }, window, bounds, verifiedOnly)
    const bests = new Map<string, ScoreRow>()
    for (const score of this.scores) {
      if (score.machineId !== machineId || score.removed || score.status === 'rejected') continue
      if (!this.#isMember(groupId, score.userId)) continue
      if (verifiedOnly && score.status !== 'verified') continue
      const at = score.achievedAt.getTime()
      if (bounds !== null && !(score.windowed && at >= bounds.from && at < bounds.to)) continue
      const best = bests.get(score.userId)
      if (best === undefined || compareByRank(score, best) < 0) bests.set(score.userId, score)
    }
    const ordered = await readOrderedBoard(this.#database, { machineId, groupId, bounds, verifiedOnly })
    const computed = ordered.map(({ userId }) => bests.get(userId))
    const sqlOrder = JSON.stringify(ordered)
    if (bests.size !== ordered.length || JSON.stringify(computed.map(best => best && toBestEntry(best))) !== sqlOrder)
      throw new Error(`SQL orders ${key} as ${sqlOrder}, the scores say ${JSON.stringify([...bests.values()].map(toBestEntry))}`)
    const rows = computed.slice(0, limit).map(score => {
      const { userId, username, displayName, id, value, achievedAt, status } = score!
      const row: Fields = { board: key, userId, username, displayName, supporter: false, scoreId: id, value, achievedAt, status }
      return [`${key}/${userId}`, row] as const
    })
    const scope = groupId === undefined ? { machineId } : { groupId, machineId }
    const board: Fields = {
      scope,
      window,
      period: bounds?.name ?? null,
      verifiedOnly,
      players: ordered.length,
      best: ordered[0]?.value ?? null,
    }
    return { rows: new Map(rows), board: [key, board] }
  }

  recent({ limit, before, machineId, groupId, userId }: RecentScoresQuery): Documents {
    const cursor = before === undefined ? Number.POSITIVE_INFINITY : (this.scores.find(({ id }) => id === before)?.receipt ?? 0)
    const shown = this.scores.filter(
      score =>
        !score.removed &&
        score.status !== 'rejected' &&
        score.receipt < cursor &&
        (machineId === undefined || score.machineId === machineId) &&
        this.#isMember(groupId, score.userId) &&
        (userId === undefined || score.userId === userId),
    )
    return new Map(shown.slice(0, limit).map(score => [score.id, scoreFields(score)]))
  }
}

async function groupRows({ pool }: Database): Promise<Map<string, GroupRow>> {
  const groups = await pool.query<Omit<GroupRow, 'members'> & { id: string }>(
    'SELECT id, receipt, name, description, visibility FROM groups WHERE removed_at IS NULL',
  )
  const members = await pool.query<{ groupId: string; userId: string; roles: string[] }>(`
    SELECT m.group_id AS "groupId", m.user_id AS "userId", u.username, u.display_name AS "displayName", u.roles -> m.group_id AS roles
    FROM group_members m JOIN users u ON u.id = m.user_id`)
  const found = new Map(groups.rows.map(({ id, ...group }) => [id, { ...group, members: new Map<string, Fields>() }]))
  for (const member of members.rows) {
    const roles = ['owner', 'manager', 'member'].filter(role => member.roles.includes(role))
    found.get(member.groupId)!.members.set(member.userId, { ...member, roles })
  }
  return found
}

/** Fails if a loaded board differs from SQL. */
export async function expectLoadedBoardsMatchDatabase({ app: { database, features } }: TestApp, hint: string): Promise<void> {
  for (const [key, loaded] of features.scores.boards.entries()) {
    await loaded.refresh()
    const { board, spec } = loaded
    const rows = board.rows(board.players).map(({ id, value, achievedAt }) => ({ userId: id, value, achievedAt }))
    expect(rows, `${key}, ${hint}`).toEqual(await readOrderedBoard(database, spec))
  }
}

const toBestEntry = ({ userId, value, achievedAt }: ScoreRow) => ({ userId, value, achievedAt: achievedAt.getTime() })

function scoreFields(score: ScoreRow): Fields {
  const { id, windowed, removed, comment, location, ...shown } = score
  return {
    ...shown,
    ...(comment ? { comment } : {}),
    ...(location ? { location } : {}),
    likes: 0,
    comments: 0,
  }
}
