import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { uuidv7 } from '#platform/uuid.ts'
import { chaosSize } from '../chaos/seeded.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { digestPassword, type LoginResult, PASSWORD } from '../integration/helpers/users.ts'
import { waitUntil } from '../scale/wait.ts'
import { type AttackedServer, startServer } from './server.ts'
import { SubmitProbe } from './submit-probe.ts'
import { RETRY_TIMING, scaleBudget } from './timing-budget.ts'

/** A visitor who opens as many different views as possible must not slow down others: scenario S8 of docs/security.md. */
const SOCKETS = 60
const SCORES = 2200
const HEAP = 256
/** players who submit scores while an attack is under way: four for each measurement, with enough left for attacks that are measured again */
const PROBERS = 160
/** The first attack of each kind runs in the gate, the others in `npm run test:long -- attacks`. */
const FULL = chaosSize(0, 1) === 1
const from = (address: string): { 'x-forwarded-for': string } => ({ 'x-forwarded-for': address })
const PROBE = from('198.51.100.1')

let server: AttackedServer
let machineId: string
let machineIds: string[]
/** a group of the author's, and newer ones, all public */
let groupId: string
const newerGroupIds: string[] = []
let scoreIds: string[]
/** logged in, on a connection of its own, with another address than the attacker's */
let author: DdpTestClient
const tokens: string[] = []
/** the players whom the probe submits scores as */
const proberIds: string[] = []
const editors: DdpTestClient[] = []

let attackers = 0

/** Returns one new address for all sockets of an attack: an address that got no more bytes opens nothing for the next ten seconds. */
function newAddress(): (socket: number) => string {
  const address = `192.0.2.${++attackers}`
  return () => address
}

/** Returns the editors in turn. */
function editor(): DdpTestClient {
  editors.push(editors.shift()!)
  return editors[0]!
}

async function signUp(username: string, address: string): Promise<{ client: DdpTestClient; login: LoginResult }> {
  const client = await DdpTestClient.open(server.endpoint, from(address))
  return { client, login: await client.call<LoginResult>('createUser', { username, password: digestPassword(PASSWORD) }) }
}

/** Inserts scores of one player on many machines directly into the database. */
async function manyScores(userId: string): Promise<string[]> {
  const { rows: machines } = await server.pool.query<{ id: string }>('SELECT id FROM machines ORDER BY name, id LIMIT 100')
  const ids = Array.from({ length: SCORES }, () => uuidv7())
  await server.pool.query(
    `INSERT INTO scores (id, user_id, machine_id, value, achieved_at, windowed, fingerprint, answer)
     SELECT s.id, $2, ($3::text[])[1 + s.n % 100], 1000 + s.n, now(), true, s.id, '{}' FROM unnest($1::text[]) WITH ORDINALITY AS s (id, n)`,
    [ids, userId, machines.map(({ id }) => id)],
  )
  await server.pool.query(
    `INSERT INTO bests (machine_id, user_id, score_id, value, achieved_at)
     SELECT DISTINCT ON (machine_id, user_id) machine_id, user_id, id, value, achieved_at FROM scores ORDER BY machine_id, user_id, value DESC`,
  )
  await server.pool.query(
    `INSERT INTO machine_tallies (machine_id, scores, players, zeros)
     SELECT machine_id, count(*), 1, count(*) FILTER (WHERE value % 10 = 0) FROM scores GROUP BY machine_id`,
  )
  return ids
}

beforeAll(async () => {
  server = await startServer({ FORWARDED_COUNT: '1' }, `--max-old-space-size=${HEAP}`)
  const ada = await signUp('Author', '198.51.100.2')
  author = ada.client
  scoreIds = await manyScores(ada.login.id)
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM machines ORDER BY name DESC, id')
  machineIds = rows.map(({ id }) => id)
  machineId = machineIds[0]!
  for (let i = 0; i < PROBERS; i++) {
    const player = await signUp(`Prober${i}`, `203.0.114.${10 + i}`)
    tokens.push(player.login.token)
    proberIds.push(player.login.id)
    player.client.socket.terminate()
  }
  // A machine editor may edit only 60 times a minute, so several take turns.
  for (let i = 0; i < 6; i++) {
    const { client } = await signUp(`Editor${i}`, `198.51.100.${200 + i}`)
    editors.push(client)
  }
  const addGroup = async (client: DdpTestClient): Promise<string> => {
    const _id = uuidv7()
    await client.call('groups.add', { _id, name: `Group ${_id}`, visibility: 'public' })
    return _id
  }
  groupId = await addGroup(author)
  // A user may add ten groups a day.
  for (const each of editors) for (let i = 0; i < 3; i++) newerGroupIds.push(await addGroup(each))
  const roles = JSON.stringify({ __global_roles__: ['machine-editor', 'event-director'] })
  const given = await server.pool.query("UPDATE users SET roles = coalesce(roles, '{}') || $1 WHERE username LIKE 'Editor%' OR id = $2", [
    roles,
    ada.login.id,
  ])
  expect(given.rowCount).toBe(7)
  // Code that has just been loaded runs several times slower, which would be taken for an effect of the attack.
  await measure('without an attack', rename, 15)
})
afterAll(() => server.close())

interface Attack {
  ready: number
  refused: number
  /** the errors of the refused ones */
  errors: ReadonlySet<string>
  close(): Promise<void>
}

/**
 * Subscribes from many sockets of one address. The received data is not processed.
 * @param ask returns name and argument of the i-th subscription
 */
async function attack(count: number, ask: (i: number) => [name: string, argument: object], address = newAddress()): Promise<Attack> {
  const outcome = { ready: 0, refused: 0 }
  const errors = new Set<string>()
  const each = Math.ceil(count / SOCKETS)
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, async (_, s) => {
      const socket = new WebSocket(server.endpoint, { headers: from(address(s)) })
      socket.on('error', () => undefined)
      await new Promise(resolve => socket.once('open', resolve))
      socket.on('message', data => {
        const text = String(data)
        // One message may name several subscriptions.
        if (text.startsWith('{"msg":"ready"')) outcome.ready += (JSON.parse(text) as { subs: string[] }).subs.length
        else if (text.startsWith('{"msg":"nosub"')) {
          outcome.refused++
          const { error, details } = (JSON.parse(text) as { error: { error: string; details?: { timeToReset?: number } } }).error
          errors.add(details?.timeToReset === undefined ? error : `${error} with timeToReset`)
        } else if (text === '{"msg":"ping"}') socket.send('{"msg":"pong"}')
      })
      socket.send('{"msg":"connect","version":"1","support":["1"]}')
      for (let i = s * each; i < Math.min(count, (s + 1) * each); i++) {
        const [name, argument] = ask(i)
        socket.send(JSON.stringify({ msg: 'sub', id: String(i), name, params: [argument] }))
      }
      return socket
    }),
  )
  await waitUntil('every subscription is answered', () => outcome.ready + outcome.refused >= count)
  return {
    get ready() {
      return outcome.ready
    },
    get refused() {
      return outcome.refused
    },
    errors,
    async close() {
      const closed = sockets.map(socket => once(socket, 'close'))
      for (const socket of sockets) socket.terminate()
      await Promise.all(closed)
    },
  }
}

let attacks = 0

/** Runs the probe while something is done several times, and prints what it measured. */
async function measure(what: string, act: (i: number) => Promise<unknown>, rounds = chaosSize(15, 40)) {
  const first = 1_000_000 * ++attacks
  // Each of them may submit 30 scores a minute, so there are enough of them for a machine on which this takes long.
  const mine = tokens.splice(0, 6)
  // An address may log in only a few times a minute.
  const headers = from(`198.51.100.${100 + attacks}`)
  const probe = await SubmitProbe.start(server.endpoint, { machineId, tokens: mine, headers, first })
  for (let i = 0; i < rounds; i++) {
    await act(i)
    await probe.answered()
  }
  const { answers, rows, refused } = await probe.stop()
  expect(refused).toEqual([])
  console.info(
    `[S8] ${what}: another player's submit p99 ${answers.p99.toFixed(0)} ms, worst ${answers.worst.toFixed(0)} ms; the watcher's row p99 ${rows.p99.toFixed(0)} ms (${answers.count} scores)`,
  )
  return { answers, rows }
}

async function feel(what: string, act: (i: number) => Promise<unknown>): Promise<void> {
  const { answers, rows } = await measure(what, act)
  expect(answers.p99).toBeLessThan(scaleBudget(100))
  expect(rows.p99).toBeLessThan(scaleBudget(100))
  expect(server.alive).toBe(true)
}

const rename = (i: number): Promise<unknown> => author.call('players.edit', { displayName: `Author ${attacks}.${i}` })

describe('[S8] views of one address, as many as it can get', RETRY_TIMING, () => {
  let rss = 0
  beforeEach(async () => {
    rss = (await server.gauges(true)).rssMb
  })

  const ATTACKS: [what: string, count: number, ask: (i: number) => [string, object], act: (i: number) => Promise<unknown>][] = [
    [
      '2,000 pages of scores, and a player on all of them is renamed',
      2000,
      i => ['scores.recent', { before: scoreIds[i + 100], limit: 100 }],
      rename,
    ],
    [
      '2,000 searches of the catalogue, and a machine is edited',
      2000,
      i => ['machines.browse', { text: `x${i}` }],
      i => editor().call('machines.edit', { machineId, name: `Edited ${attacks} ${i}` }),
    ],
    [
      '500 lists of events, and an event is added',
      500,
      i => [
        'events.list',
        { limit: 1 + (i % 100), ...(i < 100 ? {} : { state: ['upcoming', 'live', 'finished', 'cancelled'][Math.floor(i / 100) - 1] }) },
      ],
      i =>
        author.call('events.add', {
          _id: uuidv7(),
          name: `Event ${i}`,
          startsAt: new Date(Date.now() + 3_600_000),
          endsAt: new Date(Date.now() + 7_200_000),
          format: { kind: 'high-score' },
          machineIds: [machineId],
        }),
    ],
    [
      '1,400 pages of groups, and a group on all of them is edited',
      1400,
      i => ['groups.list', { before: newerGroupIds[i % 18], limit: 20 + Math.floor(i / 18) }],
      i => author.call('groups.edit', { groupId, name: `Club ${attacks} ${i}` }),
    ],
    [
      '1,000 boards of one machine, and its records are edited',
      1000,
      i => [
        'boards.top',
        {
          scope: { machineId },
          limit: 1 + (i % 100),
          window: ['all', 'year', 'month', 'week', 'day'][Math.floor(i / 100) % 5],
          verifiedOnly: i >= 500,
        },
      ],
      rename,
    ],
    [
      '2,000 places on the board whose records are being beaten',
      2000,
      i => ['boards.places', { machineId, userId: i < PROBERS ? proberIds[i]! : uuidv7() }],
      rename,
    ],
  ]

  it.each(FULL ? ATTACKS : ATTACKS.slice(0, 1))('%s: no other client waits', async (what, count, ask, act) => {
    const held = await attack(count, ask)
    try {
      await feel(`${what} (${held.ready} granted, ${held.refused} refused)`, act)
      expect(held.ready).toBeGreaterThan(0)
      expect([[], ['too-many-requests with timeToReset']]).toContainEqual([...held.errors])
    } finally {
      // Otherwise the next attempt would find the address at its bound, and show nothing.
      await held.close()
    }
    await waitUntil('the memory is given back', async () => (await server.gauges(true)).rssMb < rss + 60)
  })

  it.each(FULL ? ATTACKS : ATTACKS.slice(0, 1))('%s: no other client waits while the views are opened', async (what, count, ask) => {
    let held: Attack | null = null
    try {
      await feel(`opening of: ${what}`, async () => {
        held ??= await attack(count, ask)
      })
    } finally {
      await held!.close()
    }
  })

  it.runIf(FULL)(
    '6,000 pages from 60 sockets are refused beyond a tenth of the node’s views, and a profile edit kills nothing',
    async () => {
      const held = await attack(6000, i => ['scores.recent', { before: scoreIds[100 + (i % 2000)], limit: 1 + (i % 100) }])
      const full = (await server.gauges(true)).rssMb
      await feel(`6,000 pages: ${held.ready} granted, ${held.refused} refused, ${full.toFixed(0)} MB`, rename)
      expect(held.refused).toBeGreaterThan(0)
      expect(held.ready).toBeGreaterThan(0)
      const startedAt = performance.now()
      await held.close()
      await waitUntil('the memory is given back', async () => (await server.gauges(true)).rssMb < rss + 60)
      const { rssMb } = await server.gauges(true)
      console.info(
        `[S8] memory: ${rss.toFixed(0)} MB before, ${full.toFixed(0)} MB with the views, ${rssMb.toFixed(0)} MB ${((performance.now() - startedAt) / 1000).toFixed(1)} s after they left`,
      )
      expect(performance.now() - startedAt).toBeLessThan(30_000)
    },
  )
})

describe('[S8] pages that are rendered', RETRY_TIMING, () => {
  const PAGES: [what: string, path: (i: number) => string][] = [
    ['searches of the catalogue', i => `/machines?q=r${i}`],
    ['scores', i => `/scores/${scoreIds[i % scoreIds.length]}`],
    ['boards', i => `/machines/${machineIds[i % machineIds.length]}?window=${['all', 'year', 'month'][i % 3]}`],
    ['feeds', i => `/feed.atom?machine=${machineIds[i % machineIds.length]}`],
  ]

  it.each(FULL ? PAGES : PAGES.slice(0, 1))(
    '%s, each another page, requested without a pause by 60 clients of one address: no other client waits',
    async (what, path) => {
      const headers = from(newAddress()(0))
      let [requests, ended] = [0, false]
      const statuses = new Set<number>()
      const clients = Array.from({ length: SOCKETS }, async () => {
        while (!ended) {
          const response = await fetch(`${server.http}${path(requests++)}`, { headers })
          statuses.add(response.status)
          await response.arrayBuffer()
        }
      })
      try {
        await feel(`rendered ${what}`, () => Promise.resolve())
      } finally {
        ended = true
        await Promise.all(clients)
      }
      expect([...statuses]).toEqual([200])
      expect(requests).toBeGreaterThan(SOCKETS)
    },
  )
})

describe('[S8] views that cost an edit nothing', RETRY_TIMING, () => {
  /** Returns the median time until an edit is answered, in ms. */
  async function editTime(): Promise<number> {
    const times: number[] = []
    for (let i = 0; i < 13; i++) {
      const startedAt = performance.now()
      await editor().call('machines.edit', { machineId, name: `Timed ${++attacks}` })
      times.push(performance.now() - startedAt)
    }
    return times.sort((a, b) => a - b)[6]!
  }

  it.runIf(FULL)('1,000 idle views, and 1,000 in use by 300 addresses, cost an edit 5 ms more at most', async () => {
    const alone = await editTime()
    for (let i = 0; i < 1000; i++) await (await fetch(`${server.http}/scores/${scoreIds[i]}`, { headers: PROBE })).arrayBuffer()
    const withIdle = await editTime()
    const used = await Promise.all(
      [0, 1, 2, 3, 4].map(part =>
        attack(
          200,
          i =>
            i % 2 === 0
              ? ['scores.one', { scoreId: scoreIds[1000 + part * 200 + i] }]
              : ['machines.one', { machineId: machineIds[(part * 100 + i) % machineIds.length] }],
          s => `203.0.113.${part * 50 + (s % 60)}`,
        ),
      ),
    )
    const withUsed = await editTime()
    for (const each of used) await each.close()
    console.info(
      `[S8] an edit: ${alone.toFixed(1)} ms alone, ${withIdle.toFixed(1)} ms beside 1,000 idle views, ${withUsed.toFixed(1)} ms beside 1,000 in use by 300 addresses`,
    )
    expect(withIdle - alone).toBeLessThan(scaleBudget(5))
    expect(withUsed - alone).toBeLessThan(scaleBudget(5))
  })
})
