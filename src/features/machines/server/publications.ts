import { LiveSet } from '../../../ddp/server/live-set.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQueries, LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { LiveServer } from '../../../platform/live/server/live-server.ts'
import { machinePageId, machinesAll, machinesBrowse, machinesOne } from '../contract.ts'
import { machineDocument } from './documents.ts'
import { mergedInto } from './merge-store.ts'
import { allMachines, type MachineRow, machineById, pageOfMachines } from './store.ts'

const PAGE_SIZE = 60
const MACHINES = 'machines'

export interface MachineQueries {
  queries: LiveQueries
  /** New totals of one machine, for every document of it. */
  counted(machineId: string, totals: { scores: number; players: number }): void
}

export function registerPublications(live: LiveServer, database: Database): MachineQueries {
  const queries = live.queries('machines', 300)
  const open = new Set<{ set: LiveSet; follower: Follower }>()

  /** A set that holds what `read` finds, read again whenever the catalogue changes. */
  const query = async (read: (db: Db) => Promise<(set: LiveSet) => void>): Promise<LiveQuery> => {
    const set = new LiveSet()
    const load = (): Promise<number> =>
      database.snapshot(async (tx, position) => {
        const fill = await read(tx)
        fill(set)
        return position
      })
    const follower = follow(load, async () => void (await load()))
    const entry = { set, follower }
    open.add(entry)
    await follower.ready.catch(error => {
      open.delete(entry)
      throw error
    })
    return { set, close: () => void open.delete(entry) }
  }
  const fill = (set: LiveSet, rows: readonly MachineRow[]): void =>
    set.replace(MACHINES, new Map(rows.map(row => [row.id, machineDocument(row)])))

  live.publish(machinesAll, async (publishing, input) => [
    await queries.use(publishing, `all ${JSON.stringify([input.type, input.manufacturer])}`, () =>
      query(async db => {
        const rows = await allMachines(db, input)
        return set => fill(set, rows)
      }),
    ),
  ])

  live.publish(machinesBrowse, async (publishing, input) => {
    const _id = machinePageId(input)
    const { text = '', type = null, page = 1 } = input
    return [
      await queries.use(publishing, `browse ${_id}`, () =>
        query(async db => {
          const { rows, total } = await pageOfMachines(db, { text, type, page, pageSize: PAGE_SIZE })
          return set => {
            fill(set, rows)
            set.put('machinePages', _id, { machineIds: rows.map(row => row.id), total, page, pageSize: PAGE_SIZE })
          }
        }),
      ),
    ]
  })

  live.publish(machinesOne, async (publishing, { machineId }) => [
    await queries.use(publishing, `one ${machineId}`, () =>
      query(async db => {
        const row = await machineById(db, machineId)
        const into = row === null ? await mergedInto(db, machineId) : null
        if (row === null && into === null) throw new DdpError(404, 'There is no such machine.')
        return set => {
          fill(set, row === null ? [] : [row])
          if (into !== null) set.put('mergedMachines', machineId, { into })
        }
      }),
    ),
  ])

  live.feed.on('machine', async entry => {
    for (const { follower } of open) await follower.offer(entry)
  })

  return {
    queries,
    counted(machineId, totals) {
      for (const { set } of open) {
        const fields = set.get(MACHINES, machineId)
        if (fields !== undefined) set.put(MACHINES, machineId, { ...fields, ...totals })
      }
    },
  }
}
