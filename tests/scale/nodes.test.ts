import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { starterCatalogue } from '../../src/features/machines/server/catalogue/starter.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { openPlayer } from '../chaos/player.ts'
import { seeded } from '../chaos/seeded.ts'
import { Truth } from '../chaos/truth.ts'
import { Viewer } from '../chaos/viewer.ts'
import { makeEvent, rowsOf } from '../integration/events.ts'
import { logIn, type SignedUp, signUp } from '../integration/people.ts'
import { type Message, Wire } from '../integration/wire.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { spread } from './spread.ts'
import { until } from './until.ts'

let cluster: Cluster
let boss: SignedUp
let machines: string[]
let people = 0

beforeAll(async () => {
  cluster = await startCluster()
  boss = await cluster.signUpAs('Boss', 'admin')
  machines = await cluster.machines(20)
}, 180_000)
afterAll(() => cluster.close())

const somebody = (at = 0): Promise<SignedUp> => signUp(cluster.nodes[at]!, `Player ${++people}`)
const everywhere = (): Promise<Wire[]> => Promise.all(cluster.nodes.map(({ endpoint }) => Wire.open(endpoint)))
/** The same player on one connection to each node. */
const loggedIn = async ({ username }: SignedUp): Promise<Wire[]> => {
  const wires = await everywhere()
  for (const wire of wires) await logIn(wire, username)
  return wires
}
const submit = async ({ wire }: SignedUp, machineId: string, value: number, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await wire.call('scores.submit', { _id, machineId, value, ...more })
  return _id
}
const closing = (wires: readonly Wire[]): Promise<unknown> => Promise.all(wires.map(wire => wire.close()))

it('three nodes that start at once on an empty database make one site of it', async () => {
  const { rows } = await cluster.database.pool.query<{ machines: number; admins: number }>(
    `SELECT (SELECT count(*) FROM machines) AS machines, (SELECT count(*) FROM users WHERE username LIKE 'admin%') AS admins`,
  )
  expect(rows).toEqual([{ machines: starterCatalogue.length, admins: 1 }])
})

describe('a score through one node', () => {
  /** Submits through the first node. @returns ms until each viewer has the score, the first node's viewer first */
  async function delays(by: SignedUp, viewers: readonly Wire[], machineId: string, value: number): Promise<number[]> {
    const _id = uuidv7()
    const began = performance.now()
    by.wire.sendCall('scores.submit', [{ _id, machineId, value }])
    return Promise.all(
      viewers.map(async viewer => {
        await viewer.until(() => viewer.documents('scores').has(_id))
        return performance.now() - began
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
    const players = await Promise.all(Array.from({ length: 10 }, () => somebody()))

    const alone: number[][] = []
    for (let i = 0; i < 200; i++) alone.push(await delays(players[i % 10]!, viewers, machineId, 1000 + i))
    const crowded: number[][] = []
    await Promise.all(
      players.map(async (player, at) => {
        for (let i = 0; i < 20; i++) crowded.push(await delays(player, viewers, machineId, 2000 + i * 10 + at))
      }),
    )
    for (const [what, all] of [
      ['one at a time', alone],
      ['ten at a time', crowded],
    ] as const) {
      const own = all.map(([first]) => first!)
      const others = all.flatMap(([, ...rest]) => rest)
      console.info(`submit → seen, 200 scores ${what}: its own node ${spread(own)}, the other two ${spread(others)}`)
    }

    const watching = cluster.nodes.map(({ endpoint }) => new Viewer(openPlayer(endpoint, seeded(1))))
    for (const viewer of watching) {
      viewer.watchBoard({ machineId, window: 'all', limit: 100, verifiedOnly: false })
      viewer.watchRecent({ limit: 100 })
    }
    const truth = await Truth.read(cluster.database)
    for (const viewer of watching) {
      await viewer.whole(machineId)
      await viewer.expectTruth(truth, 'freshly asked')
      viewer.player.close()
    }
    const { rows } = await truth.board({ machineId, window: 'all', limit: 100, verifiedOnly: false })
    for (const viewer of viewers) {
      expect(Object.fromEntries(viewer.documents('boardRows'))).toEqual(Object.fromEntries(rows))
      expect([...viewer.documents('scores').keys()].sort()).toEqual([...truth.recent({ limit: 100 }).keys()].sort())
    }
    await closing([...viewers, ...players.map(({ wire }) => wire)])
  })
})

describe('what is done through one node takes effect on all', () => {
  it('[A4] sessions that are closed: their connections end, and their tokens open nothing', async () => {
    const person = await somebody()
    const wires = await everywhere()
    const logins = await Promise.all(wires.map(wire => logIn(wire, person.username)))
    await person.wire.call('removeOtherTokens')
    await Promise.all(wires.map(({ closed }) => closed))
    for (const { token } of logins) {
      const visitors = await everywhere()
      for (const visitor of visitors) expect(await visitor.refusal('login', { resume: token })).toMatchObject({ error: 403 })
      await closing(visitors)
    }
    await person.wire.close()
  })

  it('a user who is deleted: out of every board and connection', async () => {
    const machineId = machines[1]!
    const person = await somebody()
    await submit(person, machineId, 5000)
    const wires = await loggedIn(person)
    const viewers = await everywhere()
    for (const viewer of viewers) {
      await viewer.subscribe('boards.top', { scope: { machineId } })
      await viewer.until(() => viewer.documents('boardRows').size === 1)
    }
    await boss.wire.call('users.delete', { userId: person.id, eraseScores: true })
    await Promise.all([person.wire, ...wires].map(({ closed }) => closed))
    for (const viewer of viewers) {
      await viewer.until(() => viewer.documents('boardRows').size === 0)
      expect(await viewer.refusal('login', { resume: person.token })).toMatchObject({ error: 403 })
      await expect(logIn(viewer, person.username)).rejects.toThrow('403')
    }
    await closing(viewers)
  })

  it('roles that are given and taken away', async () => {
    const person = await somebody()
    const score = await submit(person, machines[2]!, 5000)
    const judge = await somebody()
    const wires = await loggedIn(judge)
    for (const wire of wires) await wire.subscribe('_roles')
    const assign = (mode: 'add' | 'remove') => boss.wire.call('roles.assign', { userIds: [judge.id], roles: ['moderator'], mode })
    const roles = (wire: Wire): string => JSON.stringify([...wire.documents('users').values()])
    const verdict = { scoreId: score, version: 99, status: 'verified' }
    await assign('add')
    for (const wire of wires) {
      await wire.until(() => roles(wire).includes('moderator'))
      expect(await wire.refusal('scores.moderate', verdict)).toMatchObject({ error: 409 })
    }
    await assign('remove')
    for (const wire of wires) {
      await wire.until(() => !roles(wire).includes('moderator'))
      expect(await wire.refusal('scores.moderate', verdict)).toMatchObject({ error: 403 })
    }
    await closing([person.wire, judge.wire, ...wires])
  })

  it('caches that are cleared', async () => {
    const bosses = await loggedIn(boss)
    const pages = async (wire: Wire): Promise<number> => {
      const rows = await wire.call<{ name: string; entries: number }[]>('cache.stats', {})
      return rows.find(({ name }) => name === 'pages')!.entries
    }
    for (const [at, { http }] of cluster.nodes.entries()) {
      expect((await fetch(`${http}/machines`)).status).toBe(200)
      expect(await pages(bosses[at]!)).toBeGreaterThan(0)
    }
    await boss.wire.call('cache.clear', { name: 'pages' })
    for (const wire of bosses) await until('its pages are gone', async () => (await pages(wire)) === 0)
    await closing(bosses)
  })

  it('channels: who listens to `scores` or `event` hears once, wherever he is', async () => {
    const machineId = machines[3]!
    const director = await cluster.signUpAs('Director', 'event-director')
    const eventId = await makeEvent(director, Date.now(), { format: { kind: 'best-game', points: 'papa' }, machineIds: [machineId] })
    const viewers = await everywhere()
    for (const viewer of viewers) {
      expect((await viewer.subscribe('scores', 'all', {})).error).toBe(null)
      await until('the event is known', async () => (await viewer.subscribe('event', 'one', { eventId })).error === null)
      await viewer.subscribe('events.standings', { eventId })
    }
    const person = await somebody()
    const before = viewers.map(({ messages }) => messages.length)
    await submit(person, machineId, 4000, { eventId })
    const heard: Message[][] = []
    for (const [at, viewer] of viewers.entries()) {
      const ofEvent = ({ id, e }: Message): string | null => (id === 'one.event' ? (e as { kind: string }).kind : null)
      await viewer.until(() => rowsOf(viewer, eventId)[0]?.machines[0]?.value === 4000)
      await viewer.message(({ id }) => id === 'all.scores', before[at])
      await viewer.message(message => ofEvent(message) === 'standings', before[at])
      await viewer.call('machines.search', { text: '' })
      heard.push(viewer.messages.slice(before[at]).filter(message => '__vent' in message))
      expect(heard[at]!.filter(({ id }) => id === 'all.scores')).toHaveLength(1)
      expect(heard[at]!.filter(message => ofEvent(message) === 'score')).toHaveLength(1)
      expect(heard[at]).toEqual(heard[0])
    }
    const [first, ...others] = viewers.map(viewer => rowsOf(viewer, eventId))
    for (const rows of others) expect(rows).toEqual(first)
    expect(first![0]).toMatchObject({ username: person.username, rank: 1 })
    await closing([...viewers, person.wire, director.wire])
  })
})
