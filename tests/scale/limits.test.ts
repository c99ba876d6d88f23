import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { digestPassword, logIn, PASSWORD, signUp } from '../integration/helpers/users.ts'
import { type Cluster, startCluster } from './cluster.ts'

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster({ rateLimits: 'on' })
}, 180_000)
afterAll(() => cluster.close())

const code = async (answer: ReturnType<DdpTestClient['tryCall']>): Promise<unknown> => (await answer).error?.error ?? null

/** scores per minute that a player may submit */
const LIMIT = 30
/** ms after which every node knows the calls counted by the others: they are collected for a quarter of a second and then sent */
const TOLD = 1000

it('a player may submit 30 scores a minute over all nodes, and what fits into the moment before they tell each other', async () => {
  const [machineId] = await cluster.machines(1)
  const person = await signUp(cluster.nodes[0]!, 'Player')
  const clients = await Promise.all(cluster.nodes.map(({ endpoint }) => DdpTestClient.open(endpoint)))
  for (const client of clients) await logIn(client, person.username)
  const taken: number[] = []
  let refusals = 0
  for (let i = 0; refusals < clients.length * 5; i++) {
    const answer = await code(clients[i % clients.length]!.tryCall('scores.submit', { _id: uuidv7(), machineId, value: 100 + i }))
    if (answer === null) {
      taken.push(performance.now())
      refusals = 0
    } else {
      expect(answer).toBe('too-many-requests')
      refusals++
    }
  }
  const beyond = taken.slice(LIMIT).map(at => at - taken[LIMIT - 1]!)
  console.info(
    `30 a minute, sent through three nodes in turn without a pause: ${taken.length} taken, the last ${Math.round(beyond.at(-1) ?? 0)} ms after the 30th`,
  )
  expect(taken.length).toBeGreaterThanOrEqual(LIMIT)
  expect(taken.length).toBeLessThanOrEqual(LIMIT * clients.length)
  for (const late of beyond) expect(late).toBeLessThan(TOLD)
  await Promise.all([person.client, ...clients].map(client => client.close()))
})

/** Tries to log in on a new connection. @returns the error code; null: it succeeded */
async function attempt(at: number, username: string, password: string): Promise<unknown> {
  const client = await DdpTestClient.open(cluster.nodes[at % cluster.nodes.length]!.endpoint)
  const answer = await code(client.tryCall('login', { user: { username }, password: digestPassword(password) }))
  await client.close()
  return answer
}

it('ten wrong guesses at a name from one address are ten over all nodes, and the eleventh is refused on each', async () => {
  await signUp(cluster.nodes[0]!, 'Guessed')
  const guess = (at: number): Promise<unknown> => attempt(at, 'Guessed', 'wrong')
  for (let i = 0; i < 10; i++) expect(await guess(i)).toBe(403)
  for (let i = 0; i < 3; i++) expect(await guess(i)).toBe('too-many-requests')
})

describe('while Redis', () => {
  /** ms for a login during which several calls to Redis time out */
  const SOON = 5000

  it.each([
    ['is away', () => cluster.redis.stop(), () => cluster.redis.start()],
    ['says nothing', async () => cluster.redis.pause(), async () => cluster.redis.resume()],
  ])('%s, nobody waits for it, and each node counts guesses by itself', async (how, begin, end) => {
    const [name, other] = [`Ada ${how}`, `Bob ${how}`]
    for (const each of [name, other]) (await signUp(cluster.nodes[0]!, each)).client.terminate()
    await begin()
    try {
      const startedAt = performance.now()
      expect(await attempt(1, name, PASSWORD)).toBe(null)
      expect(performance.now() - startedAt).toBeLessThan(SOON)
      for (let i = 0; i < 10; i++) expect(await attempt(1, other, 'wrong')).toBe(403)
      expect(await attempt(1, other, PASSWORD)).toBe('too-many-requests')
      expect(await attempt(2, other, PASSWORD)).toBe(null)
    } finally {
      await end()
    }
  })
})
