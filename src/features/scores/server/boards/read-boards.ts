import { findTotals, listTotals, type MachineTotals } from '#machines/server/shared/tally-store.ts'
import type { ChangeLogReader } from '#platform/db/change-log/reader.ts'
import type { Database } from '#platform/db/database.ts'
import { Board } from '#ranking/board.ts'
import { memberIds } from '../store.ts'
import { type BoardSpec, loadBoard, loadBoards, SLICE } from './board-store.ts'

/**
 * A board as it was after the change of the log with the number `position`. This node has applied that change too, so it has ended all
 * access that was lost before. `members`: of the board's group; null: all players count.
 */
export interface LoadedBoard {
  board: Board
  members: Set<string> | null
  totals: MachineTotals
  position: number
}

type ChangeLog = Pick<ChangeLogReader, 'pollUntilApplied'>

const NO_SCORES: MachineTotals = { scores: 0, players: 0, zeros: 0 }

/** True if the table `bests` has exactly the rows of the board, or those of them whose players are in its group. */
const isOfBests = ({ bounds, verifiedOnly, eventId, venueId }: BoardSpec): boolean =>
  bounds === null && !verifiedOnly && eventId === undefined && venueId === undefined

/** Reads one board of any size in a snapshot of its own. */
export async function readBoard(database: Database, changeLog: ChangeLog, spec: BoardSpec): Promise<LoadedBoard> {
  const loaded = await database.readSnapshot(async (tx, position) => {
    const members = spec.groupId === undefined ? null : new Set(await memberIds(tx, spec.groupId))
    const board = new Board(position)
    const totals = await findTotals(tx, spec.machineId)
    for await (const rows of loadBoard(tx, spec, isOfBests(spec) ? 'bests' : 'scores', totals.players))
      for (const { userId: id, value, achievedAt } of rows) board.load({ id, value, achievedAt })
    return { members, board, totals, position }
  }, true)
  await changeLog.pollUntilApplied(loaded.position)
  return loaded
}

/**
 * Reads the plain boards of these machines in one snapshot: those of all time, over all scores and players. The machines have few players.
 * @returns them by the ids of the machines
 */
async function readBoards(database: Database, changeLog: ChangeLog, machineIds: readonly string[]): Promise<Map<string, LoadedBoard>> {
  const loaded = await database.readSnapshot(async (tx, position) => {
    const totals = await listTotals(tx, machineIds)
    const boards = new Map<string, LoadedBoard>()
    for (const { machineId, rows } of await loadBoards(tx, machineIds)) {
      const board = new Board(position)
      for (const { userId: id, value, achievedAt } of rows) board.load({ id, value, achievedAt })
      boards.set(machineId, { members: null, board, totals: totals.get(machineId) ?? NO_SCORES, position })
    }
    return { boards, position }
  })
  await changeLog.pollUntilApplied(loaded.position)
  return loaded.boards
}

/**
 * Returns a function that reads the plain board of a machine. What is asked for in one turn of the event loop is read in one snapshot,
 * which begins after that. The machines must have few players (`groupMachines`).
 */
export function createGroupReader(database: Database, changeLog: ChangeLog): (machineId: string) => Promise<LoadedBoard> {
  const machineIds: string[] = []
  let reading: Promise<Map<string, LoadedBoard>> | null = null
  return async machineId => {
    machineIds.push(machineId)
    reading ??= Promise.resolve().then(() => {
      reading = null
      return readBoards(database, changeLog, machineIds.splice(0))
    })
    return (await reading).get(machineId)!
  }
}

/** Most players and machines of a group, so that neither its rows nor its statement are large, and others are answered between two groups. */
const GROUP_PLAYERS = 20_000
const GROUP_MACHINES = 100

/** Puts machines in groups whose plain boards can be read together. A machine with many players is alone. */
export async function groupMachines(database: Database, machineIds: readonly string[]): Promise<string[][]> {
  const totals = await database.read(db => listTotals(db, machineIds))
  const groups: string[][] = []
  let group: string[] = []
  let groupPlayers = 0
  for (const machineId of machineIds) {
    const { players } = totals.get(machineId) ?? NO_SCORES
    if (players > SLICE) {
      groups.push([machineId])
      continue
    }
    if (group.length === 0 || group.length === GROUP_MACHINES || groupPlayers + players > GROUP_PLAYERS) {
      group = []
      groupPlayers = 0
      groups.push(group)
    }
    group.push(machineId)
    groupPlayers += players
  }
  return groups
}
