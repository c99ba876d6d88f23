import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { DeviceStore } from '#platform/ui/device-store.ts'
import { deviceDatabase } from '../queue/database.ts'
import { findByCode, KeptVenues, MAX_KEPT_VENUES, type StandingMachine, usedToday } from './kept-venues.ts'

const HOUR = 3_600_000
const NOON = new Date(2028, 6, 12, 12).getTime()
const cellar = { venueId: 'c', slug: 'cellar', name: 'Silverball Cellar' }
const machine = (code: string): StandingMachine => ({ machineId: `machine ${code}`, name: `Machine ${code}`, code })

let venues: KeptVenues
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  venues = new KeptVenues(new DeviceStore('skillshot-known-venues'))
})

it('finds a machine by the code of its sign, also typed in capital letters, and one that has left by the code that still hangs there', async () => {
  await venues.keep(cellar, [machine('k7m2'), machine('p3q4')], null, NOON)
  await venues.keep(cellar, [machine('p3q4'), machine('x5y6')], null, NOON + HOUR)
  const [kept] = await venues.all(null)
  expect(findByCode(kept!.machines, 'P3Q4')).toEqual(machine('p3q4'))
  expect(findByCode(kept!.machines, 'k7m2')).toBeUndefined()
  expect(findByCode(kept!.former, 'k7m2')).toEqual(machine('k7m2'))
  expect(kept!.machines).toEqual([machine('p3q4'), machine('x5y6')])
  await venues.keep(cellar, [machine('k7m2')], null, NOON + 2 * HOUR)
  const [again] = await venues.all(null)
  expect([again!.machines, again!.former]).toEqual([[machine('k7m2')], [machine('p3q4'), machine('x5y6')]])
})

it('keeps the venues that were last seen or played in, and no more than there is room for', async () => {
  for (let i = 0; i < MAX_KEPT_VENUES; i++) {
    await venues.keep({ venueId: `v${i}`, slug: `v${i}`, name: `Venue ${i}` }, [machine('k7m2')], null, NOON + i)
  }
  await venues.use('v0', NOON + 100)
  await venues.keep(cellar, [machine('k7m2')], null, NOON + 200)
  const kept = (await venues.all(null)).map(({ venueId }) => venueId)
  expect(kept).toHaveLength(MAX_KEPT_VENUES)
  expect(kept.slice(0, 3)).toEqual(['c', 'v0', `v${MAX_KEPT_VENUES - 1}`])
  expect(kept).not.toContain('v1')
})

it('shows a venue that not everybody may see to nobody but who saw it, and forgets it when it is lost', async () => {
  await venues.keep(cellar, [machine('k7m2')], 'ann', NOON)
  await venues.keep({ venueId: 'o', slug: 'open', name: 'Open' }, [machine('p3q4')], null, NOON)
  const seenBy = async (userId: string | null) => (await venues.all(userId)).map(({ venueId }) => venueId).sort()
  expect([await seenBy('ann'), await seenBy('bob'), await seenBy(null)]).toEqual([['c', 'o'], ['o'], ['o']])
  await venues.lose('c')
  await venues.lose('o')
  expect(await venues.all('ann')).toMatchObject([{ venueId: 'o', isGone: true, machines: [machine('p3q4')] }])
})

it('says in which venue a score was added last today, unless that is gone', async () => {
  await venues.keep(cellar, [machine('k7m2')], null, NOON)
  await venues.keep({ venueId: 'o', slug: 'open', name: 'Open' }, [machine('k7m2')], null, NOON)
  const today = async (at: number) => usedToday(await venues.all(null), new Date(at))?.venueId ?? null
  expect(await today(NOON)).toBeNull()
  await venues.use('o', NOON)
  await venues.use('c', NOON + HOUR)
  expect([await today(NOON + 2 * HOUR), await today(NOON + 24 * HOUR)]).toEqual(['c', null])
  await venues.keep(cellar, [machine('k7m2')], null, NOON + 3 * HOUR)
  expect(await today(NOON + 4 * HOUR)).toBe('c')
  await venues.lose('c')
  expect(await today(NOON + 4 * HOUR)).toBe('o')
})

it('lies beside the scores that wait on the device, which stay as they are', async () => {
  const database = deviceDatabase(manualClock())
  await (await database()).put('machines', { machineId: 'm', name: 'Medieval Madness', pickedAt: new Date(0) })
  await venues.keep(cellar, [machine('k7m2')], null, NOON)
  expect(await (await database()).getAll('machines')).toHaveLength(1)
  const [names, version] = [(await indexedDB.databases()).map(({ name }) => name).sort(), (await database()).version]
  expect([names, version]).toEqual([['skillshot', 'skillshot-known-venues'], 1])
})

it('rejects nothing where the browser keeps nothing', async () => {
  globalThis.indexedDB = {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  } as unknown as IDBFactory
  await venues.keep(cellar, [machine('k7m2')], null, NOON)
  await venues.use('c', NOON)
  await venues.lose('c')
  expect(await venues.all(null)).toEqual([])
})
