import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { WINDOWS, type Window } from '#scores/rules.ts'
import { periodAt } from '#scores/server/boards/periods.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, signUp, type TestUser } from '../helpers/users.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let testApp: TestApp
let clock: SettableClock
let ada: TestUser
let machines: string[]

beforeAll(async () => {
  // A Wednesday noon in the middle of a month: every window has some time before it and after it.
  clock = createSettableClock(
    Date.UTC(new Date().getUTCFullYear() + 1, 6, 15, 12) +
      ((10 - new Date(Date.UTC(new Date().getUTCFullYear() + 1, 6, 15)).getUTCDay()) % 7) * DAY,
  )
  testApp = await createTestApp({ config: { rateLimits: 'off', loginExpirationDays: null }, clock })
  ada = await signUp(testApp, 'Ada')
  machines = (await listMachines(testApp, 20)).map(({ id }) => id)
})
afterAll(() => testApp.close())

const submit = (machineId: string, value: number, achievedAt: number) =>
  ada.client.call('scores.submit', { _id: uuidv7(), machineId, value, achievedAt: new Date(achievedAt) })
const bests = async (machineId: string): Promise<Record<Window, number | undefined>> => {
  const places = await Promise.all(
    WINDOWS.map(async window => {
      const place = await ada.client.call<{ value: number } | null>('boards.place', { scope: { machineId }, window, userId: ada.id })
      return [window, place?.value] as const
    }),
  )
  return Object.fromEntries(places) as Record<Window, number | undefined>
}

it('counts a game in the windows whose calendar period holds it', async () => {
  const [machineId] = machines.splice(0, 1)
  const now = clock.now()
  await submit(machineId!, 10, now)
  expect(await bests(machineId!)).toEqual({ all: 10, year: 10, month: 10, week: 10, day: 10 })
  await submit(machineId!, 20, now - DAY)
  await submit(machineId!, 30, periodAt('week', new Date(now), 'UTC')!.from - HOUR)
  expect(await bests(machineId!)).toEqual({ all: 30, year: 30, month: 30, week: 20, day: 10 })
  await submit(machineId!, 40, now - 8 * DAY)
  expect(await bests(machineId!)).toEqual({ all: 40, year: 30, month: 30, week: 20, day: 10 })
})

it('holds the first millisecond of a period and not that of the next', async () => {
  const [machineId] = machines.splice(0, 1)
  const { from } = periodAt('day', new Date(clock.now()), 'UTC')!
  await submit(machineId!, 5, from)
  await submit(machineId!, 6, from - 1)
  expect(await bests(machineId!)).toMatchObject({ day: 5, week: 6 })
})

it('names board, scope, window and period in its documents', async () => {
  const [machineId] = machines.splice(0, 1)
  await submit(machineId!, 5, clock.now())
  const client = await DdpTestClient.open(testApp.endpoint)
  for (const window of WINDOWS) await client.subscribe('boards.top', { scope: { machineId }, window })
  const period = (window: Window) => periodAt(window, new Date(clock.now()), 'UTC')?.name ?? null
  expect([...client.documents('boards').values()]).toEqual(
    WINDOWS.map(window => ({ scope: { machineId }, window, period: period(window), verifiedOnly: false, players: 1, best: 5 })),
  )
  expect(client.documents('boardRows').size).toBe(5)
  for (const [id, { board, userId }] of client.documents('boardRows')) expect(id).toBe(`${String(board)}/${String(userId)}`)
  await client.close()
})

it('leaves the unverified out of a board of verified scores', async () => {
  const [machineId] = machines.splice(0, 1)
  const _id = uuidv7()
  await submit(machineId!, 9, clock.now())
  await ada.client.call('scores.submit', { _id, machineId, value: 5 })
  await testApp.app.database.pool.query(`UPDATE scores SET status = 'verified' WHERE id = $1`, [_id])
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('boards.top', { scope: { machineId }, verifiedOnly: true })
  expect([...client.documents('boardRows').values()]).toMatchObject([{ scoreId: _id, value: 5, status: 'verified' }])
  await submit(machineId!, 10, clock.now())
  expect([...client.documents('boards').values()]).toMatchObject([{ verifiedOnly: true, players: 1, best: 5 }])
  await client.close()
})

it.each(['day', 'week', 'month', 'year'] as const)('moves a live subscription to the next %s by itself', async window => {
  const [machineId] = machines.splice(0, 1)
  await submit(machineId!, 77, clock.now())
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('boards.top', { scope: { machineId }, window })
  const [before] = [...client.documents('boards').keys()]
  expect(client.documents('boardRows').size).toBe(1)
  const { to } = periodAt(window, new Date(clock.now()), 'UTC')!
  clock.set(to - 50)
  await client.waitUntil(() => [...client.documents('boards').keys()].some(key => key !== before))
  expect([...client.documents('boards').values()]).toEqual([
    {
      scope: { machineId },
      window,
      period: periodAt(window, new Date(to), 'UTC')?.name ?? null,
      verifiedOnly: false,
      players: 0,
      best: null,
    },
  ])
  expect(client.documents('boardRows').size).toBe(0)
  await submit(machineId!, 3, clock.now())
  await client.waitUntil(() => [...client.documents('boardRows').values()].some(({ value }) => value === 3))
  await client.close()
})

it('moves the places of a player to the next day by itself', async () => {
  const [machineId] = machines.splice(0, 1)
  await submit(machineId!, 77, clock.now())
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('boards.places', { machineId, userId: ada.id })
  const windows = () => [...client.documents('places').values()].map(({ window }) => window)
  expect(windows()).toEqual([...WINDOWS])
  clock.set(periodAt('day', new Date(clock.now()), 'UTC')!.to - 50)
  await client.waitUntil(() => !windows().includes('day'))
  expect(windows()).toContain('all')
  await submit(machineId!, 2, clock.now())
  await client.waitUntil(() => [...client.documents('places').values()].some(({ window, value }) => window === 'day' && value === 2))
  await client.close()
})

it('moves to the next day also if the database fails while the new board is read', async () => {
  const [machineId] = machines.splice(0, 1)
  await submit(machineId!, 77, clock.now())
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('boards.top', { scope: { machineId }, window: 'day' })
  const { database } = testApp.app
  const { readSnapshot } = database
  let failed = 0
  // The first read of the new board fails, and with it the first load of the view.
  database.readSnapshot = (read, longTransaction) => {
    if (longTransaction !== true || failed > 0) return readSnapshot(read, longTransaction)
    failed++
    return readSnapshot(async () => Promise.reject(new Error('Connection terminated unexpectedly')), longTransaction)
  }
  try {
    const { to } = periodAt('day', new Date(clock.now()), 'UTC')!
    clock.set(to - 50)
    await expect.poll(() => failed).toBe(1)
    await client.waitUntil(() =>
      [...client.documents('boards').values()].some(({ period }) => period === periodAt('day', new Date(to), 'UTC')!.name),
    )
    await submit(machineId!, 3, clock.now())
    await client.waitUntil(() => [...client.documents('boardRows').values()].some(({ value }) => value === 3))
  } finally {
    database.readSnapshot = readSnapshot
    await client.close()
  }
})
