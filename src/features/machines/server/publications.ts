import type { Fields } from '../../../ddp/wire/ejson.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { LiveServer } from '../../../platform/live/server/live-server.ts'
import { machinePageId, machinesAll, machinesBrowse, machinesOne } from '../contract.ts'
import type { MachinesApi } from './api.ts'
import { ANY_MACHINE, machineKey, machineKeys, machinesChanged } from './changes.ts'
import { machineDocument } from './documents.ts'
import { findMergeTarget } from './machine-merge-store.ts'
import { allMachines, type MachineRow, machineById, pageOfMachines } from './store.ts'

const PAGE_SIZE = 60
const MACHINES = 'machines'
const CACHE = { name: 'machines', maxIdle: 300 }
/** The key that all lists watch, because any machine that is added or edited may enter any list. */
const LIST = 'list'

const documents = (rows: readonly MachineRow[]): [string, Fields][] => rows.map(row => [row.id, machineDocument(row)])

/** @returns the function that the scores feature calls when a machine's totals have changed */
export function registerPublications(live: LiveServer): Pick<MachinesApi, 'setTotals'> {
  const reloadLists = machinesChanged.touches(change => [LIST, ...machineKeys(change)])

  const all = live.query(machinesAll, {
    cache: CACHE,
    params: ({ type, manufacturer }) => ({ type, manufacturer }),
    key: ({ type, manufacturer }) => `all ${JSON.stringify([type, manufacturer])}`,
    async load(tx, filter, { watchKeys }) {
      const rows = await allMachines(tx, filter)
      watchKeys(LIST, ANY_MACHINE, ...rows.map(({ id }) => machineKey(id)))
      return { [MACHINES]: documents(rows) }
    },
    reloadOn: [reloadLists],
  })

  const browse = live.query(machinesBrowse, {
    cache: CACHE,
    params: input => input,
    key: input => `browse ${machinePageId(input)}`,
    async load(tx, input, { watchKeys }) {
      const { text = '', type = null, page = 1 } = input
      const { rows, total } = await pageOfMachines(tx, { text, type, page, pageSize: PAGE_SIZE })
      watchKeys(LIST, ANY_MACHINE, ...rows.map(({ id }) => machineKey(id)))
      const machineIds = rows.map(({ id }) => id)
      return { [MACHINES]: documents(rows), machinePages: [[machinePageId(input), { machineIds, total, page, pageSize: PAGE_SIZE }]] }
    },
    reloadOn: [reloadLists],
  })

  const one = live.query(machinesOne, {
    cache: CACHE,
    params: ({ machineId }) => machineId,
    key: machineId => `one ${machineId}`,
    async load(tx, machineId, { watchKeys }) {
      const row = await machineById(tx, machineId)
      const into = row === null ? await findMergeTarget(tx, machineId) : null
      if (row === null && into === null) throw new DdpError(404, 'There is no such machine.')
      watchKeys(machineKey(machineId), ANY_MACHINE)
      return { [MACHINES]: row === null ? [] : documents([row]), mergedMachines: into === null ? [] : [[machineId, { into }]] }
    },
    reloadOn: [machinesChanged.touches(machineKeys)],
  })

  return {
    setTotals(machineId, totals, n) {
      for (const query of [all, browse, one])
        query.update(n, [machineKey(machineId)], documents => {
          const fields = documents.get(MACHINES, machineId)
          if (fields !== undefined) documents.put(MACHINES, machineId, { ...fields, ...totals })
        })
    },
  }
}
