import type { Fields } from '#ddp/wire/ejson.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { machinePageId, machinesBrowse, machinesFilters } from '../contract/catalogue.ts'
import { machinesAll, machinesOne, noMachine } from '../contract/machines.ts'
import type { MachinesApi } from './api.ts'
import { ANY_LIST, ANY_MACHINE, machineAndListKeys, machineKey, machineKeys, machinesChanged } from './changes.ts'
import { machineDocument } from './documents.ts'
import { listKeys } from './list-keys.ts'
import { findMergeTarget } from './machine-merge-store.ts'
import type { LastPlayed } from './shared/tally-store.ts'
import { allMachines, type BrowsedRow, browsedMachines, findMachineFilters, type MachineRow, machineById, pageOfMachines } from './store.ts'

const PAGE_SIZE = 60
const MACHINES = 'machines'
const PAGES = 'machinePages'
const CACHE = { name: 'machines', maxIdle: 300 }
const FILTERS = 'filters'

/**
 * ms until a list that is sorted by scores looks for its new order. A new score does not move rows by itself: they would jump away under
 * the finger of whoever reads them, and each score would make every such list read the catalogue again. So a list keeps its order for its
 * subscribers. When the order has changed after this time, new subscribers and newly rendered pages get a new list.
 */
const ORDER_LASTS = 60_000

const browsedDocuments = (rows: readonly BrowsedRow[]): [string, Fields][] =>
  rows.map(row => [row.id, { ...machineDocument(row), ...(row.lastPlayedAt === null ? {} : { lastPlayedAt: row.lastPlayedAt }) }])

const laterOf = (known: unknown, playedAt: number): Date =>
  known instanceof Date && known.getTime() > playedAt ? known : new Date(playedAt)

function withLastPlayed(fields: Fields, played: { playedAt: number } | LastPlayed): Fields {
  if ('playedAt' in played) return { ...fields, lastPlayedAt: laterOf(fields.lastPlayedAt, played.playedAt) }
  if (played.lastPlayedAt === undefined) return fields
  const { lastPlayedAt: _, ...others } = fields
  return played.lastPlayedAt === null ? others : { ...others, lastPlayedAt: new Date(played.lastPlayedAt) }
}

const documents = (rows: readonly MachineRow[]): [string, Fields][] => rows.map(row => [row.id, machineDocument(row)])

/** @returns the function that the scores feature calls when a machine's totals have changed */
export function registerPublications(live: LiveServer): Pick<MachinesApi, 'setTotals'> {
  const reloadLists = machinesChanged.touches(machineAndListKeys)

  const all = live.query(machinesAll, {
    cache: CACHE,
    params: ({ type, manufacturer }) => ({ type, manufacturer }),
    key: ({ type, manufacturer }) => `all ${JSON.stringify([type, manufacturer])}`,
    async load(tx, filter, { watchKeys }) {
      const { type = null, manufacturer = null } = filter
      const rows = await allMachines(tx, filter)
      const keys = listKeys({ text: '', type, manufacturer, decade: null }, false)
      watchKeys(...keys, ANY_LIST, ANY_MACHINE, ...rows.map(({ id }) => machineKey(id)))
      return { [MACHINES]: documents(rows) }
    },
    reloadOn: [reloadLists],
  })

  const browse = live.query(machinesBrowse, {
    cache: CACHE,
    params: input => input,
    standing: ({ text = '', type, manufacturer, decade, played = false, page = 1 }) =>
      text === '' && type === undefined && manufacturer === undefined && decade === undefined && !played && page === 1,
    key: input => `browse ${machinePageId(input)}`,
    async load(tx, input, { now, shown, unshare, watchKeys, reloadAt }) {
      const { text = '', type = null, manufacturer = null, decade = null, played = false, sort = 'name', page = 1 } = input
      const filter = { text, type, manufacturer, decade, played, sort }
      const keepsOrder = played || sort === 'recent' || sort === 'most'
      const { rows: current, total, isSimilar } = await pageOfMachines(tx, { ...filter, page, pageSize: PAGE_SIZE })
      // The set has the machines in the order of its first load.
      const shownIds = keepsOrder ? (shown(MACHINES) ?? []) : []
      const isOutdated = shownIds.length > 0 && shownIds.join() !== current.map(({ id }) => id).join()
      const rows = isOutdated ? await browsedMachines(tx, shownIds) : current
      if (isOutdated) unshare()
      else if (keepsOrder) reloadAt(now + ORDER_LASTS)
      watchKeys(...listKeys(filter, isSimilar), ANY_LIST, ANY_MACHINE, ...rows.map(({ id }) => machineKey(id)))
      const machineIds = rows.map(({ id }) => id)
      // The mark also changes the set, so that a page that was rendered from it is rendered anew.
      const document = { machineIds, total, page, pageSize: PAGE_SIZE, ...(isOutdated ? { outdated: true } : {}) }
      return { [MACHINES]: browsedDocuments(rows), [PAGES]: [[machinePageId(input), document]] }
    },
    reloadOn: [reloadLists],
  })

  live.query(machinesFilters, {
    cache: CACHE,
    params: () => ({}),
    standing: () => true,
    key: () => 'filters',
    async load(tx, _params, { watchKeys }) {
      watchKeys(FILTERS)
      return { machineFilters: [['all', await findMachineFilters(tx)]] }
    },
    reloadOn: [machinesChanged.touches(() => [FILTERS])],
  })

  const one = live.query(machinesOne, {
    cache: CACHE,
    params: ({ machineId }) => machineId,
    key: machineId => `one ${machineId}`,
    async load(tx, machineId, { watchKeys }) {
      const row = await machineById(tx, machineId)
      const into = row === null ? await findMergeTarget(tx, machineId) : null
      if (row === null && into === null) throw noMachine()
      watchKeys(machineKey(machineId), ANY_MACHINE)
      return { [MACHINES]: row === null ? [] : documents([row]), mergedMachines: into === null ? [] : [[machineId, { into }]] }
    },
    reloadOn: [machinesChanged.touches(machineKeys)],
  })

  return {
    setTotals(machineId, totals, n, played = {}) {
      for (const query of [all, browse, one])
        query.update(
          n,
          [machineKey(machineId)],
          documents => {
            const fields = documents.get(MACHINES, machineId)
            if (fields === undefined) return
            const shown = query === browse ? withLastPlayed(fields, played) : fields
            documents.put(MACHINES, machineId, { ...shown, ...totals })
          },
          'playedAt' in played,
        )
    },
  }
}
