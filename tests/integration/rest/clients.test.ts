import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket as NodeWebSocket } from 'ws'
import { uuidv7 } from '#platform/uuid.ts'
import { follow } from '../../../clients/live/live.js'
import { Skillshot, SkillshotError } from '../../../clients/typescript/skillshot.ts'
import { closeAtOnce, listenLocally } from '../fakes/local-server.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ann: TestUser
let site: Skillshot

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ann = await signUp(testApp, 'Ann')
  const { secret } = await ann.client.call<{ secret: string }>('keys.add', { _id: uuidv7(), name: 'Client', scopes: ['submit'] })
  site = new Skillshot({ url: `${testApp.http}/`, key: secret })
})
afterAll(() => testApp.close())

it('the TypeScript client finds a machine, enters a score once, sees the board move, and knows why something is refused', async () => {
  const [machine] = await site.call('machines.search', { text: 'medieval madness' })
  const score = { _id: uuidv7(), machineId: machine!.machineId, value: 52_340_120 }
  expect(await site.call('scores.submit', score)).toMatchObject({ scoreId: score._id })
  expect(await site.call('scores.submit', score)).toMatchObject({ scoreId: score._id })
  const scope = { machineId: machine!.machineId }
  const { boardRows } = await site.call('boards.top', { scope, limit: 5 })
  expect(boardRows.map(({ userId, value }) => [userId, value])).toEqual([[ann.id, 52_340_120]])

  const seen: unknown[] = []
  const leave = new AbortController()
  const watching = (async () => {
    for await (const { event, data } of site.watch('boards.top', { scope }, leave.signal)) {
      if (event === 'ready') await site.call('scores.submit', { _id: uuidv7(), machineId: machine!.machineId, value: 60_000_000 })
      const { fields } = data as { fields?: { value?: number } }
      if (event === 'changed' && fields?.value !== undefined) seen.push(fields.value)
      if (seen.length > 0) break
    }
  })()
  await watching
  leave.abort()
  expect(seen).toEqual([60_000_000])

  const error = await site.call('events.standings', { eventId: uuidv7() }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(SkillshotError)
  expect((error as SkillshotError).problem).toMatchObject({ status: 404, code: 'no-event' })
})

it('the TypeScript client tells the status and the pause also where a proxy answers in place of the site', async () => {
  let retryAfter = '7'
  const proxy = createServer((_, response) =>
    response.writeHead(503, { 'content-type': 'text/html', 'retry-after': retryAfter }).end('<h1>Service unavailable</h1>'),
  )
  const behind = new Skillshot({ url: await listenLocally(proxy) })
  const refusal = (): Promise<unknown> => behind.call('machines.search', { text: 'taxi' }).catch((cause: unknown) => cause)
  const error = await refusal()
  expect(error).toBeInstanceOf(SkillshotError)
  expect(error).toMatchObject({ problem: { status: 503, code: 'not-the-site' }, retryAfter: 7 })
  retryAfter = 'Wed, 21 Oct 2026 07:28:00 GMT'
  expect(await refusal()).toMatchObject({ problem: { status: 503 }, retryAfter: null })
  await closeAtOnce(proxy)
})

it('the live client that is ended between two connections opens no other', () => {
  const opened: { onclose?(): void }[] = []
  class FakeSocket {
    onclose?(): void
    constructor() {
      opened.push(this)
    }
    close(): void {}
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.useFakeTimers()
  try {
    const end = follow('http://scores.example', 'boards.top', {}, () => {})
    opened[0]!.onclose!()
    end()
    vi.runAllTimers()
    expect(opened).toHaveLength(1)
  } finally {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

it('the live client without a library shows a board and each change, comes back by itself, and says what is refused', async () => {
  Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? NodeWebSocket })
  const [machine] = await site.call('machines.search', { text: 'attack from mars' })
  const boards: number[][] = []
  const end = follow(testApp.http, 'boards.top', { scope: { machineId: machine!.machineId } }, collections => {
    boards.push([...(collections.get('boardRows')?.values() ?? [])].map(row => (row as { value: number }).value))
  })
  await expect.poll(() => boards.at(-1)).toEqual([])
  await site.call('scores.submit', { _id: uuidv7(), machineId: machine!.machineId, value: 5000 })
  await expect.poll(() => boards.at(-1)).toEqual([5000])
  // The connection breaks.
  for (const session of [testApp.app.ddp]) await session.drain(0, 1000)
  await site.call('scores.submit', { _id: uuidv7(), machineId: machine!.machineId, value: 7000 })
  await expect.poll(() => boards.at(-1), { timeout: 20_000 }).toEqual([7000])
  end()
  const refused: unknown[] = []
  follow(
    testApp.http,
    'events.standings',
    { eventId: uuidv7() },
    () => {},
    error => refused.push(error.error),
  )
  await expect.poll(() => refused).toEqual([404])
})
