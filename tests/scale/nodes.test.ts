import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { starterCatalogue } from '#machines/server/catalogue/starter.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DatabaseOracle } from '../chaos/database-oracle.ts'
import { openPlayer } from '../chaos/player.ts'
import { createSeededRandom } from '../chaos/seeded.ts'
import { Viewer } from '../chaos/viewer.ts'
import { DdpTestClient, type Message } from '../integration/helpers/ddp-test-client.ts'
import { createEvent, getStandings } from '../integration/helpers/events.ts'
import { digestPassword, logIn, PASSWORD, signUp, type TestUser } from '../integration/helpers/users.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { formatPercentiles } from './spread.ts'
import { waitUntil } from './wait.ts'

let cluster: Cluster
let boss: TestUser
let machines: string[]
let people = 0

beforeAll(async () => {
  cluster = await startCluster()
  boss = await cluster.signUpAs('Boss', 'admin')
  machines = await cluster.machines(20)
}, 180_000)
afterAll(() => cluster.close())

const signUpUser = (at = 0): Promise<TestUser> => signUp(cluster.nodes[at]!, `Player ${++people}`)
const everywhere = (): Promise<DdpTestClient[]> => Promise.all(cluster.nodes.map(({ endpoint }) => DdpTestClient.open(endpoint)))
/** The same player on one connection to each node. */
const loggedIn = async ({ username }: TestUser): Promise<DdpTestClient[]> => {
  const clients = await everywhere()
  for (const client of clients) await logIn(client, username)
  return clients
}
const submit = async ({ client }: TestUser, machineId: string, value: number, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId, value, ...more })
  return _id
}
const closing = (clients: readonly DdpTestClient[]): Promise<unknown> => Promise.all(clients.map(client => client.close()))

it('three nodes that start at once on an empty database set up one site', async () => {
  const { rows } = await cluster.database.pool.query<{ machines: number; admins: number }>(
    `SELECT (SELECT count(*) FROM machines) AS machines, (SELECT count(*) FROM users WHERE username LIKE 'admin%') AS admins`,
  )
  expect(rows).toEqual([{ machines: starterCatalogue.length, admins: 1 }])
})

it('scores that are submitted through all nodes at once are stored once, each by the node that took it, and the next answer counts them all', async () => {
  const players = await Promise.all(cluster.nodes.map((_, at) => signUpUser(at)))
  const machineId = machines[0]!
  const answers: string[] = []
  for (let round = 0; round < 10; round++)
    answers.push(
      ...(await Promise.all(
        players.flatMap(player => Array.from({ length: 5 }, (_, i) => submit(player, machineId, 1000 + 10 * round + i))),
      )),
    )
  expect(new Set(answers).size).toBe(150)
  const { rows } = await cluster.database.pool.query<{ scores: number; nodes: number }>(
    `SELECT (SELECT count(*)::integer FROM scores WHERE id = ANY ($1)) AS scores, max(nodes)::integer AS nodes FROM (
       SELECT (SELECT count(DISTINCT s ->> 'userId') FROM jsonb_array_elements(body -> 'scores') s) AS nodes FROM feed WHERE kind = 'scores-submitted'
     ) groups`,
    [answers],
  )
  expect(rows).toEqual([{ scores: 150, nodes: 1 }])
  const best = await cluster.database.pool.query<{ value: number; players: number }>(
    'SELECT b.value::integer AS value, t.players FROM bests b JOIN machine_tallies t USING (machine_id) WHERE machine_id = $1',
    [machineId],
  )
  expect(best.rows).toEqual(players.map(() => ({ value: 1094, players: 3 })))
  for (const { client } of players) {
    await client.subscribe('boards.top', { scope: { machineId } })
    await client.waitUntil(() => [...client.documents('boardRows').values()].every(row => row.value === 1094))
    const answer = await client.call('scores.submit', { _id: uuidv7(), machineId, value: 1 })
    expect(answer).toMatchObject({ rank: 1, players: 3, personalBest: false, previousBest: 1094 })
  }
  await closing(players.map(({ client }) => client))
})

describe('a score through one node', () => {
  /** Submits through the first node. @returns ms until each viewer has the score, the first node's viewer first */
  async function delays(by: TestUser, viewers: readonly DdpTestClient[], machineId: string, value: number): Promise<number[]> {
    const _id = uuidv7()
    const startedAt = performance.now()
    by.client.sendCall('scores.submit', [{ _id, machineId, value }])
    return Promise.all(
      viewers.map(async viewer => {
        await viewer.waitUntil(() => viewer.documents('scores').has(_id))
        return performance.now() - startedAt
      }),
    )
  }

  it('appears on viewers of the others, and all hold the rows that SQL has', async () => {
    const [machineId] = machines as [string]
    const viewers = await everywhere()
    for (const viewer of viewers) {
      expect((await viewer.subscribe('scores.recent', { limit: 100 })).error).toBe(null)
      expect((await viewer.subscribe('boards.top', { scope: { machineId }, limit: 100 })).error).toBe(null)
    }
    const players = await Promise.all(Array.from({ length: 10 }, () => signUpUser()))

    const alone: number[][] = []
    for (let i = 0; i < 200; i++) alone.push(await delays(players[i % 10]!, viewers, machineId, 1000 + i))
    const parallelDelays: number[][] = []
    await Promise.all(
      players.map(async (player, at) => {
        for (let i = 0; i < 20; i++) parallelDelays.push(await delays(player, viewers, machineId, 2000 + i * 10 + at))
      }),
    )
    for (const [what, all] of [
      ['one at a time', alone],
      ['ten at a time', parallelDelays],
    ] as const) {
      const own = all.map(([first]) => first!)
      const others = all.flatMap(([, ...rest]) => rest)
      console.info(`submit → seen, 200 scores ${what}: its own node ${formatPercentiles(own)}, the other two ${formatPercentiles(others)}`)
    }

    const watching = cluster.nodes.map(({ endpoint }) => new Viewer(openPlayer(endpoint, createSeededRandom(1))))
    for (const viewer of watching) {
      viewer.watchBoard({ machineId, window: 'all', limit: 100, verifiedOnly: false })
      viewer.watchRecent({ limit: 100 })
    }
    const oracle = await DatabaseOracle.read(cluster.database)
    for (const viewer of watching) {
      await viewer.waitUntilSynced(machineId)
      await viewer.expectMatchesDatabase(oracle, 'freshly asked')
      viewer.player.close()
    }
    const { rows } = await oracle.board({ machineId, window: 'all', limit: 100, verifiedOnly: false })
    for (const viewer of viewers) {
      expect(Object.fromEntries(viewer.documents('boardRows'))).toEqual(Object.fromEntries(rows))
      expect([...viewer.documents('scores').keys()].sort()).toEqual([...oracle.recent({ limit: 100 }).keys()].sort())
    }
    await closing([...viewers, ...players.map(({ client }) => client)])
  })
})

describe('what is done through one node takes effect on all', () => {
  it('[A4] sessions that are closed: their connections end, and their tokens open nothing', async () => {
    const person = await signUpUser()
    const clients = await everywhere()
    const logins = await Promise.all(clients.map(client => logIn(client, person.username)))
    await person.client.call('removeOtherTokens')
    await Promise.all(clients.map(({ closed }) => closed))
    for (const { token } of logins) {
      const visitors = await everywhere()
      for (const visitor of visitors) expect(await visitor.expectError('login', { resume: token })).toMatchObject({ error: 403 })
      await closing(visitors)
    }
    await person.client.close()
  })

  it('a user who is deleted: out of every board and connection', async () => {
    const machineId = machines[1]!
    const person = await signUpUser()
    await submit(person, machineId, 5000)
    const clients = await loggedIn(person)
    const viewers = await everywhere()
    for (const viewer of viewers) {
      await viewer.subscribe('boards.top', { scope: { machineId } })
      await viewer.waitUntil(() => viewer.documents('boardRows').size === 1)
    }
    await boss.client.call('users.delete', { userId: person.id, eraseScores: true })
    await Promise.all([person.client, ...clients].map(({ closed }) => closed))
    for (const viewer of viewers) {
      await viewer.waitUntil(() => viewer.documents('boardRows').size === 0)
      expect(await viewer.expectError('login', { resume: person.token })).toMatchObject({ error: 403 })
      await expect(logIn(viewer, person.username)).rejects.toThrow('403')
    }
    await closing(viewers)
  })

  it('a user who is suspended: out of every connection, and in on none until that is lifted', async () => {
    const person = await signUpUser()
    const clients = await loggedIn(person)
    await boss.client.call('users.suspend', { userId: person.id, reason: 'a reason' })
    await Promise.all([person.client, ...clients].map(({ closed }) => closed))
    const viewers = await everywhere()
    for (const viewer of viewers) {
      expect(await viewer.expectError('login', { resume: person.token })).toMatchObject({ error: 403 })
      await expect(logIn(viewer, person.username)).rejects.toThrow('This account is suspended')
    }
    await boss.client.call('users.liftSuspension', { userId: person.id })
    for (const viewer of viewers) expect(await logIn(viewer, person.username)).toMatchObject({ id: person.id })
    await closing(viewers)
  })

  it('a name that is blocked: refused on every node until it is unblocked', async () => {
    const viewers = await everywhere()
    const blockedId = uuidv7()
    const password = digestPassword(PASSWORD)
    await boss.client.call('names.block', { _id: blockedId, kind: 'username', name: 'reserved' })
    for (const viewer of viewers)
      expect(await viewer.expectError('createUser', { username: 'Reserved', password })).toMatchObject({ error: 400 })
    await boss.client.call('names.unblock', { blockedId })
    expect(await viewers.at(-1)!.call('createUser', { username: 'Reserved', password })).toMatchObject({ type: 'password' })
    await closing(viewers)
  })

  it('roles that are given and taken away', async () => {
    const person = await signUpUser()
    const score = await submit(person, machines[2]!, 5000)
    const judge = await signUpUser()
    const clients = await loggedIn(judge)
    for (const client of clients) await client.subscribe('_roles')
    const assign = (mode: 'add' | 'remove') => boss.client.call('roles.assign', { userIds: [judge.id], roles: ['moderator'], mode })
    const roles = (client: DdpTestClient): string => JSON.stringify([...client.documents('users').values()])
    const verdict = { scoreId: score, version: 99, status: 'verified' }
    await assign('add')
    for (const client of clients) {
      await client.waitUntil(() => roles(client).includes('moderator'))
      expect(await client.expectError('scores.moderate', verdict)).toMatchObject({ error: 409 })
    }
    await assign('remove')
    for (const client of clients) {
      await client.waitUntil(() => !roles(client).includes('moderator'))
      expect(await client.expectError('scores.moderate', verdict)).toMatchObject({ error: 403 })
    }
    await closing([person.client, judge.client, ...clients])
  })

  it('caches that are cleared', async () => {
    const bosses = await loggedIn(boss)
    const pages = async (client: DdpTestClient): Promise<number> => {
      const rows = await client.call<{ name: string; entries: number }[]>('cache.stats', {})
      return rows.find(({ name }) => name === 'pages')!.entries
    }
    for (const [at, { http }] of cluster.nodes.entries()) {
      expect((await fetch(`${http}/machines`)).status).toBe(200)
      expect(await pages(bosses[at]!)).toBeGreaterThan(0)
    }
    await boss.client.call('cache.clear', { name: 'pages' })
    for (const client of bosses) await waitUntil('its pages are gone', async () => (await pages(client)) === 0)
    await closing(bosses)
  })

  it('channels: each subscriber of `scores` or `event` gets each message once, on every node', async () => {
    const machineId = machines[3]!
    const director = await cluster.signUpAs('Director', 'event-director')
    const eventId = await createEvent(director, Date.now(), { format: { kind: 'best-game', points: 'papa' }, machineIds: [machineId] })
    const viewers = await everywhere()
    for (const viewer of viewers) {
      expect((await viewer.subscribe('scores', 'all', {})).error).toBe(null)
      await waitUntil('the event is known', async () => (await viewer.subscribe('event', 'one', { eventId })).error === null)
      await viewer.subscribe('events.standings', { eventId })
    }
    const person = await signUpUser()
    const before = viewers.map(({ messages }) => messages.length)
    await submit(person, machineId, 4000, { eventId })
    const received: Message[][] = []
    for (const [at, viewer] of viewers.entries()) {
      const ofEvent = ({ id, e }: Message): string | null => (id === 'one.event' ? (e as { kind: string }).kind : null)
      await viewer.waitUntil(() => getStandings(viewer, eventId)[0]?.machines[0]?.value === 4000)
      await viewer.waitForMessage(({ id }) => id === 'all.scores', before[at])
      await viewer.waitForMessage(message => ofEvent(message) === 'standings', before[at])
      await viewer.call('machines.search', { text: '' })
      received.push(viewer.messages.slice(before[at]).filter(message => '__vent' in message))
      expect(received[at]!.filter(({ id }) => id === 'all.scores')).toHaveLength(1)
      expect(received[at]!.filter(message => ofEvent(message) === 'score')).toHaveLength(1)
      expect(received[at]).toEqual(received[0])
    }
    const [first, ...others] = viewers.map(viewer => getStandings(viewer, eventId))
    for (const rows of others) expect(rows).toEqual(first)
    expect(first![0]).toMatchObject({ username: person.username, rank: 1 })
    await closing([...viewers, person.client, director.client])
  })
})
