import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { digestPassword, PASSWORD } from '../integration/helpers/users.ts'
import { waitUntil } from '../scale/wait.ts'
import { type AttackedServer, startServer } from './server.ts'

/** MB: what Node takes by itself in a container of 512 MB. */
const HEAP = 256
const CARDS = 60
const LANGUAGES = ['en', 'de', 'ar']
/** How many requests wait at a time, each of another address. The server takes 2 at once and lets 32 wait. */
const AT_ONCE = 24
/** How much memory the site may have half a minute after a flood, in MB, by what it had before. */
const mostAfter = (startMb: number): number => 1.2 * startMb + 64
const HALF_A_MINUTE_MS = 30_000

let server: AttackedServer
let scores: string[]

beforeAll(async () => {
  server = await startServer({ FORWARDED_COUNT: '1', RATE_LIMITS: 'off' }, `--max-old-space-size=${HEAP}`)
  const client = await DdpTestClient.open(server.endpoint)
  const { id } = await client.call<{ id: string }>('createUser', { username: 'Author', password: digestPassword(PASSWORD) })
  client.socket.terminate()
  scores = Array.from({ length: CARDS }, () => uuidv7())
  await server.pool.query(
    `INSERT INTO scores (id, user_id, machine_id, value, achieved_at, windowed, fingerprint, answer)
     SELECT s.id, $2, (SELECT m.id FROM machines m ORDER BY m.id OFFSET s.n LIMIT 1), 1000 + s.n, now(), true, s.id, '{}'
     FROM unnest($1::text[]) WITH ORDINALITY AS s (id, n)`,
    [scores, id],
  )
})
afterAll(() => server.close())

it('a flood of share cards leaves no memory behind: half a minute later it is at most 1.2 times what it was, and 64 MB', {
  timeout: 180_000,
}, async () => {
  await (await fetch(server.http)).text()
  await server.gauges(true)
  const start = server.memoryMb()
  const waiting = scores.map((id, i) => `${server.http}/scores/${id}/card.png?lang=${LANGUAGES[i % LANGUAGES.length]}`)
  let peak = start
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
      for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
        const answer = await fetch(url, { headers: { 'x-forwarded-for': `198.51.${i}.1` } })
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
        peak = Math.max(peak, server.memoryMb())
      }
    }),
  )
  const end = server.memoryMb()
  const most = mostAfter(start)
  await waitUntil(`the memory is at most ${most.toFixed(0)} MB`, () => server.memoryMb() <= most, HALF_A_MINUTE_MS)
  const after = server.memoryMb()
  console.info(
    `${CARDS} share cards: ${start.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most, ${end.toFixed(0)} MB at the end, ${after.toFixed(0)} MB within half a minute`,
  )
})
