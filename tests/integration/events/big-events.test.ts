import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { uuidv7 } from '#platform/uuid.ts'
import budgets from '../../../bench/budgets.json' with { type: 'json' }
import { live as pageSubscriptions } from '../../../src/pages/event/route.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, type EventTestApp, getRoundGroups, getStandings } from '../helpers/events.ts'
import { logIn } from '../helpers/users.ts'

const PLAYERS = 500
const MACHINES = 64

let eventApp: EventTestApp
/** ids of users */
let players: string[]

beforeAll(async () => {
  eventApp = await createEventTestApp([], MACHINES)
  players = Array.from({ length: PLAYERS }, () => uuidv7())
  await eventApp.testApp.app.database.pool.query(
    `INSERT INTO users (id, username, username_key, display_name, profile)
     SELECT id, 'player' || i, 'player' || i, 'Player number ' || i, '{}' FROM unnest($1::text[]) WITH ORDINALITY AS p (id, i)`,
    [players],
  )
}, 120_000)
afterAll(() => eventApp.testApp.close())

/**
 * Creates an event of many entrants with rounds of groups of two, all confirmed except those of the last round. It is made in SQL, because
 * drawing the rounds takes minutes.
 */
async function bigEvent(rounds: number, kind: 'match-play' | 'strikes' = 'match-play'): Promise<{ eventId: string; entrantIds: string[] }> {
  const { testApp, director, machines, clock } = eventApp
  const format =
    kind === 'match-play'
      ? ({ kind, grouping: 'random', groupSize: 2, rounds: rounds + 1, points: 'ifpa' } as const)
      : ({ kind, groupSize: 2, strikes: 'fair', strikesToLeave: 25 } as const)
  const eventId = await createEvent(director, clock.now(), { format: format as never, machineIds: machines })
  const { pool } = testApp.app.database
  const entrantIds = Array.from({ length: PLAYERS }, () => uuidv7())
  await pool.query(
    `INSERT INTO event_entrants (id, event_id, user_id, presence) SELECT id, $1, p, 'here' FROM unnest($2::text[], $3::text[]) AS e (id, p)`,
    [eventId, entrantIds, players],
  )
  for (let round = 1; round <= rounds; round++) {
    const roundId = uuidv7()
    await pool.query(`INSERT INTO event_rounds (id, event_id, number, seed, byes) VALUES ($1, $2, $3, 'lots', '{}')`, [
      roundId,
      eventId,
      round,
    ])
    const half = PLAYERS / 2
    const pairs = Array.from({ length: half }, (_, i) => [entrantIds[i]!, entrantIds[half + ((i + round) % half)]!])
    await pool.query(
      `WITH groups AS (SELECT * FROM unnest($1::text[], $5::text[], $6::text[]) WITH ORDINALITY AS g (id, one, two, i)),
         inserted AS (INSERT INTO event_groups (id, round_id, number, entrant_ids) SELECT id, $2, i, ARRAY[one, two] FROM groups)
       INSERT INTO event_games (group_id, game, machine_id, result, confirmed)
       SELECT id, 1, ($3::text[])[1 + (i - 1) % cardinality($3::text[])],
         CASE WHEN NOT $4 THEN NULL WHEN i % 2 = 0 THEN ARRAY[one, two] ELSE ARRAY[two, one] END, $4
       FROM groups`,
      [pairs.map(() => uuidv7()), roundId, machines, round < rounds, pairs.map(([one]) => one), pairs.map(([, two]) => two)],
    )
  }
  return { eventId, entrantIds }
}

/** The SQL that a piece of work costs: statements, rows of their results, and characters of those rows. */
interface Cost {
  statements: number
  rows: number
  characters: number
}

/** Counts this process's statements about events while something runs. */
async function measureCost(run: () => Promise<unknown>): Promise<Cost> {
  const cost: Cost = { statements: 0, rows: 0, characters: 0 }
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const answer = query.apply(this, args)
    const text = typeof args[0] === 'string' ? args[0] : ((args[0] as { text?: string } | undefined)?.text ?? '')
    // Other statements, and those about webhooks, belong to work that is started by timers.
    if (/\bevents?\b|\bevent_/i.test(text) && !/\bwebhook/i.test(text) && answer instanceof Promise)
      void answer.then(
        ({ rows }: pg.QueryResult) => {
          cost.statements++
          cost.rows += rows.length
          cost.characters += JSON.stringify(rows).length
        },
        () => undefined,
      )
    return answer as never
  })
  await run().finally(() => spy.mockRestore())
  return cost
}

const html = async (path: string): Promise<number> => {
  const answer = await fetch(`${eventApp.testApp.http}${path}`)
  expect(answer.status).toBe(200)
  return (await answer.arrayBuffer()).byteLength
}

describe('an event of 500 players and six rounds', () => {
  it('fits into 400 kB of HTML, whichever part is asked for', async () => {
    const { eventId } = await bigEvent(6)
    const sizes: Record<string, number> = {}
    for (const show of ['', '?show=rounds', '?show=standings', '?show=players']) sizes[show] = await html(`/events/${eventId}${show}`)
    const screen = await html(`/events/${eventId}/live`)
    console.info(`bytes of HTML of an event of 500 players in its sixth round: ${JSON.stringify(sizes)}; the big screen: ${screen}`)
    for (const size of Object.values(sizes)) expect(size).toBeLessThanOrEqual(400_000)
    expect(screen).toBeLessThanOrEqual(450_000)
  })

  it('shows the groups of an earlier round, and all of the latest, at addresses of their own, for browsers without scripts', async () => {
    const { eventId } = await bigEvent(2)
    const names = async (query: string): Promise<number> => {
      const text = await (await fetch(`${eventApp.testApp.http}/events/${eventId}?show=rounds${query}`)).text()
      return new Set(text.slice(0, text.indexOf('<script type="application/json"')).match(/\/players\/player\d+/g)).size
    }
    expect(await names('')).toBe(240)
    expect(await names('&round=1')).toBe(PLAYERS)
    expect(await names('&round=2')).toBe(PLAYERS)
    expect(await names('&round=3')).toBe(240)
  })
})

describe('a result', () => {
  it('costs the same in round 20 as in round 2, for everything that one may watch', async () => {
    const costs: (Cost & { frames: number; bytes: number; ms: number })[] = []
    for (const rounds of [2, 20]) {
      const { eventId } = await bigEvent(rounds)
      const watchers = await Promise.all([DdpTestClient.open(eventApp.testApp.endpoint), DdpTestClient.open(eventApp.testApp.endpoint)])
      for (const client of watchers) {
        for (const [name, more] of [
          ['events.one', {}],
          ['events.standings', { limit: 100 }],
          ['events.rounds', {}],
          ['events.rounds', { round: 'latest' }],
          ['events.rounds', { round: 1 }],
          ['events.entrants', {}],
          ['events.log', {}],
        ] as const)
          expect((await client.subscribe(name, { eventId, ...more })).error).toBe(null)
      }
      const [watcher] = watchers as [DdpTestClient, DdpTestClient]
      const groups: (EventGroupDoc & { _id: string })[] = getRoundGroups(watcher, eventId, rounds)
      const enter = (group: EventGroupDoc & { _id: string }): Promise<unknown> =>
        eventApp.director.client.call('events.result', { eventId, groupId: group._id, order: group.entrantIds })
      await enter(groups[0]!)
      const [framesBefore, bytesBefore] = [watcher.frames.length, watcher.frames.join('').length]
      const startedAt = performance.now()
      const cost = await measureCost(async () => {
        for (const group of groups.slice(1, 11)) {
          await enter(group)
          // If two results arrived before their views are loaded again, they would share the load and cost less.
          await eventApp.testApp.settled()
        }
      })
      const ms = (performance.now() - startedAt) / 10
      await watcher.waitUntil(() => getRoundGroups(watcher, eventId, rounds).filter(({ state }) => state === 'confirmed').length === 11)
      costs.push({ ...cost, frames: watcher.frames.length - framesBefore, bytes: watcher.frames.join('').length - bytesBefore, ms })
      expect(getStandings(watcher, eventId)).toHaveLength(100)
      for (const client of watchers) await client.close()
    }
    console.info(`ten results in rounds 2 and 20: ${JSON.stringify(costs)}`)
    const [early, late] = [costs[0]!, costs.at(-1)!]
    expect(late.statements).toBe(early.statements)
    expect(late.rows).toBe(early.rows)
  })
})

describe('costs each watcher of the page no more than its budget allows', () => {
  const { most } = budgets.bigEvent
  const bytesSince = (watcher: DdpTestClient, from: number): number => watcher.frames.slice(from).join('').length

  async function watch(eventId: string): Promise<DdpTestClient> {
    const watcher = await DdpTestClient.open(eventApp.testApp.endpoint)
    for (const { name, params } of pageSubscriptions({ params: { eventId }, query: {} } as never)) await watcher.subscribe(name, ...params)
    return watcher
  }

  it('the first results of a round: frames and bytes', async () => {
    const { eventId } = await bigEvent(6)
    const watcher = await watch(eventId)
    const from = watcher.frames.length
    const groups = getRoundGroups(watcher, eventId, 6).slice(0, 20)
    for (const { _id, entrantIds: order } of groups) {
      await eventApp.director.client.call('events.result', { eventId, groupId: _id, order })
      await watcher.waitUntil(() => getRoundGroups(watcher, eventId, 6).some(each => each._id === _id && each.state === 'confirmed'))
      await eventApp.testApp.settled()
    }
    const measured = { frames: (watcher.frames.length - from) / groups.length, bytes: bytesSince(watcher, from) / groups.length }
    console.info(`a result among 500 players: ${JSON.stringify(measured)}`)
    expect(measured.frames).toBeLessThanOrEqual(most.frames)
    expect(measured.bytes).toBeLessThanOrEqual(most.bytes)
    await watcher.close()
  })

  it('a draw: bytes', async () => {
    const { eventId } = await bigEvent(1)
    await eventApp.testApp.app.database.pool.query(
      `UPDATE event_games SET confirmed = true, result = entrant_ids FROM event_groups g JOIN event_rounds r ON r.id = g.round_id
       WHERE g.id = group_id AND r.event_id = $1`,
      [eventId],
    )
    const watcher = await watch(eventId)
    const from = watcher.frames.length
    await eventApp.director.client.call('events.draw', { _id: uuidv7(), eventId })
    await watcher.waitUntil(() => getRoundGroups(watcher, eventId, 2).length === PLAYERS / 2)
    await eventApp.testApp.settled()
    const bytes = bytesSince(watcher, from)
    console.info(`the draw of 500 players: ${bytes} bytes`)
    expect(bytes).toBeLessThanOrEqual(most.draw)
    await watcher.close()
  })
})

describe('scores of 500 players on 20 machines', () => {
  it('that come at once are all in the standings that their callers watch when they are answered', async () => {
    const { testApp, director, machines, clock } = eventApp
    const machineIds = machines.slice(0, 20)
    const eventId = await createEvent(director, clock.now(), { format: { kind: 'best-game', points: 'linear' }, machineIds })
    const entrantIds = players.map(() => uuidv7())
    const { pool } = testApp.app.database
    await pool.query(
      `INSERT INTO event_entrants (id, event_id, user_id, presence) SELECT id, $1, p, 'here' FROM unnest($2::text[], $3::text[]) AS e (id, p)`,
      [eventId, entrantIds, players],
    )
    await pool.query(
      `INSERT INTO event_attempts (id, event_id, entrant_id, machine_id, value, at, fingerprint)
       SELECT gen_random_uuid(), $1, e, m, 1000 + (i * 37 + j * 61) % 5000, $4, '' FROM unnest($2::text[]) WITH ORDINALITY AS n (e, i), unnest($3::text[]) WITH ORDINALITY AS k (m, j)`,
      [eventId, entrantIds, machineIds, new Date(clock.now())],
    )
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('events.standings', { eventId, limit: 100 })
    const sessions = await Promise.all(
      entrantIds.slice(0, 3).map(async (entrantId, i) => {
        const client = await DdpTestClient.open(testApp.endpoint)
        await logIn(client, 'Director')
        await client.subscribe('events.standings', { eventId, limit: 1000 })
        return { client, entrantId, value: 100_000 + i }
      }),
    )
    const valueShown = (client: DdpTestClient, id: string): number | undefined =>
      getStandings(client, eventId).find(({ entrantId }) => entrantId === id)?.machines[0]?.value
    const enter = async ({ client, entrantId, value }: (typeof sessions)[number]): Promise<void> => {
      await client.call('events.enter', { _id: uuidv7(), eventId, entrantId, machineId: machineIds[0]!, value })
      expect(valueShown(client, entrantId)).toBe(value)
    }
    await Promise.all(sessions.map(enter))
    await Promise.all(sessions.map(session => enter({ ...session, value: 2 * session.value })))
    const [{ client }] = sessions as [(typeof sessions)[number]]
    await expect.poll(() => getStandings(visitor, eventId)).toEqual(getStandings(client, eventId).slice(0, 100))
    for (const each of sessions) await each.client.close()
    await visitor.close()
  })
})
