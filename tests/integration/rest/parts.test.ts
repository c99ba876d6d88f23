import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PART_ROWS } from '#platform/live/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { CHILD_IN_DANGER } from '#reports/rules.ts'
import { isPublication, loadContracts } from '../../contracts/all.ts'
import { createEvent, createEventTestApp, type EventTestApp, HOUR } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'
import { grantRoles, signUp, type TestUser } from '../helpers/users.ts'

let site: EventTestApp
let ada: TestUser
let bob: TestUser
let auth: Record<string, string>
/** id of the one report that says that a child is in danger */
let urgent: string
/** The part of the query that each list needs, by its name. */
let queries: Record<string, string>

const LISTS = (await loadContracts()).flatMap(contract =>
  isPublication(contract) && contract.terms.parts !== undefined ? [{ name: contract.name, rows: contract.terms.parts.rows }] : [],
)

const submit = async (by: TestUser, machine: number, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await by.client.call('scores.submit', { _id, machineId: site.machines[machine], value: 1_000_000, ...more })
  return _id
}
const report = async (subjectId: string, reason = 'Rude name'): Promise<string> => {
  const _id = uuidv7()
  await ada.client.call('reports.add', { _id, kind: 'profile', subjectId, reason })
  return _id
}

beforeAll(async () => {
  site = await createEventTestApp(['ada', 'bob'], 2)
  const { testApp, director, clock, machines } = site
  ;[ada, bob] = site.players as [TestUser, TestUser]
  await grantRoles(testApp, director.id, ['admin', 'moderator', 'event-director'])
  const { secret } = await director.client.call<{ secret: string }>('keys.add', {
    _id: uuidv7(),
    name: 'Reader',
    scopes: ['read', 'admin'],
  })
  auth = { authorization: `Bearer ${secret}` }

  const format = { kind: 'best-game', points: 'linear' } as const
  const eventId = await createEvent(director, clock.now(), { format, machineIds: machines })
  // Two of them begin at the same time.
  for (const startsAt of [HOUR, HOUR, 2 * HOUR])
    await createEvent(director, clock.now(), { format, machineIds: machines, startsAt, endsAt: 3 * HOUR })
  for (let i = 0; i < 3; i++) await submit(ada, 0, { eventId })
  const flagged = [await submit(bob, 1), await submit(bob, 1), await submit(bob, 1)]
  for (const scoreId of flagged) await ada.client.call('scores.flag', { scoreId, reason: 'One zero too many' })
  for (const name of ['One', 'Two', 'Three']) {
    await createGroup(director, 'public', `Group ${name}`)
    await director.client.call('venues.add', { _id: uuidv7(), name: `Cellar ${name}` })
    await director.client.call('invitations.add', { _id: uuidv7() })
  }
  urgent = await report(bob.id, CHILD_IN_DANGER)
  for (let i = 0; i < 3; i++) await report((await signUp(testApp, `Player ${i}`)).id)
  const hook = { name: 'Hook', address: `https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(60)}`, types: ['event.finished'] }
  const { webhookId } = await director.client.call<{ webhookId: string }>('webhooks.add', { _id: uuidv7(), ...hook })
  await testApp.app.database.pool.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, source, lane, type, subject, body, user_ids, state)
     SELECT 'delivery-' || n, $1, n, 'x', 'event.finished', '', '{}', '{}', 'delivered' FROM generate_series(1, $2::integer) AS n`,
    [webhookId, PART_ROWS + 1],
  )
  queries = {
    'events.list': 'state=upcoming',
    'events.attempts': `eventId=${eventId}`,
    'players.scores': 'username=ada',
    'scores.queue': 'state=disputed',
    'webhooks.log': `webhookId=${webhookId}`,
  }
})
afterAll(() => site.testApp.close())

/** Follows the links from the first part to the last. @returns the ids of the rows of each */
async function follow(path: string, rows: string, headers = auth): Promise<string[][]> {
  const parts: string[][] = []
  for (let address: string | null = `${site.testApp.http}/api/v1/${path}`; address !== null; ) {
    const response: Response = await fetch(address, { headers })
    const body = (await response.json()) as Record<string, { _id: string }[]>
    expect([address, response.status]).toEqual([address, 200])
    parts.push(body[rows]!.map(({ _id }) => _id))
    const link = response.headers.get('link')
    address = link === null ? null : new URL(/^<([^<>]+)>; rel="next"$/.exec(link)![1]!, address).href
    expect(parts.length).toBeLessThan(150)
  }
  return parts
}
const pathOf = (name: string, query: string): string => `${name.replace('.', '/')}?${query}`

describe('the parts of a list', () => {
  it('are known of every list that goes on after a row', async () => {
    const contracts = (await loadContracts()).filter(isPublication)
    const paged = contracts.filter(({ input }) => 'before' in ((input as { entries?: object }).entries ?? {}))
    expect(LISTS.map(({ name }) => name)).toEqual(paged.map(({ name }) => name))
    for (const { collections, terms } of paged) expect(collections).toContain(terms.parts!.rows)
  })

  it.each(LISTS)('of $name have each row once, in the order of the whole', async ({ name, rows }) => {
    const query = queries[name] ?? ''
    if (name === 'webhooks.log') {
      const parts = await follow(pathOf(name, query), rows)
      expect(parts.map(part => part.length)).toEqual([PART_ROWS, 1])
      expect(parts.flat()).toEqual(Array.from({ length: PART_ROWS + 1 }, (_, i) => `delivery-${PART_ROWS + 1 - i}`))
      return
    }
    const [whole, ...more] = await follow(pathOf(name, `${query}&limit=100`), rows)
    expect(more).toEqual([])
    expect(whole!.length).toBeGreaterThan(2)
    expect(new Set(whole).size).toBe(whole!.length)
    for (const limit of [1, 2]) {
      const parts = await follow(pathOf(name, `limit=${limit}&${query}`), rows)
      expect(parts.flat()).toEqual(whole)
      expect(parts.length).toBe(Math.floor(whole!.length / limit) + 1)
    }
  })

  it('keep to the filter of the request', async () => {
    const [ofBob] = await follow(`scores/recent?userId=${bob.id}&places=true`, 'scores')
    expect(ofBob).toHaveLength(3)
    const parts = await follow(`scores/recent?userId=${bob.id}&places=true&machineId=${site.machines[1]}&limit=1`, 'scores')
    expect(parts).toEqual([...ofBob!.map(id => [id]), []])
    const response = await fetch(`${site.testApp.http}/api/v1/scores/recent?places=true&before=${ofBob![0]}&limit=1&userId=${bob.id}`)
    expect(response.headers.get('link')).toBe(
      `</api/v1/scores/recent?places=true&before=${ofBob![1]}&limit=1&userId=${bob.id}>; rel="next"`,
    )
  })

  it('go on after the last row also where somebody watches the list, and rows were added since', async () => {
    const { client } = await signUp(site.testApp, 'Watcher')
    await client.subscribe('scores.recent', { limit: 2 })
    await client.subscribe('events.list', { state: 'upcoming', limit: 2 })
    const score = await submit(ada, 0)
    await client.waitUntil(() => client.documents('scores').has(score))
    const format = { kind: 'best-game', points: 'linear' } as const
    const event = await createEvent(site.director, site.clock.now(), {
      format,
      machineIds: site.machines,
      startsAt: HOUR / 2,
      endsAt: 3 * HOUR,
    })
    await client.waitUntil(() => client.documents('events').has(event))
    for (const [path, rows, first] of [
      ['scores/recent?', 'scores', score],
      ['events/list?state=upcoming&', 'events', event],
    ] as const) {
      // This list is another one, which may be loaded again a moment later.
      await expect.poll(async () => (await follow(`${path}limit=100`, rows))[0]![0]).toBe(first)
      const [whole] = await follow(`${path}limit=100`, rows)
      expect((await follow(`${path}limit=2`, rows)).flat()).toEqual(whole)
    }
  })

  it('begin after the limit, also where urgent reports come besides', async () => {
    const [whole] = await follow('reports/list?limit=100&state=open', 'reports')
    const parts = await follow('reports/list?limit=1&state=open', 'reports')
    expect(parts).toEqual([[whole![0], urgent], ...whole!.slice(1).map(id => [id]), []])
  })

  it('are not linked where the list has no order of its own, or is called as a whole', async () => {
    for (const path of ['scores/queue?limit=1', 'venues/mine', 'machines/search?text=a&limit=1']) {
      const response = await fetch(`${site.testApp.http}/api/v1/${path}`, { headers: auth })
      expect([path, response.status, response.headers.get('link')]).toEqual([path, 200, null])
    }
  })

  it('are linked for pages of any origin, from what is remembered too, and not where nothing has changed', async () => {
    const address = `${site.testApp.http}/api/v1/groups/list?limit=2`
    const [first, again] = [await fetch(address), await fetch(address)]
    for (const { headers } of [first, again]) {
      expect(headers.get('link')).toMatch(/^<\/api\/v1\/groups\/list\?limit=2&before=[\w-]+>; rel="next"$/)
      expect(headers.get('access-control-expose-headers')!.split(',')).toContain('Link')
    }
    const etag = first.headers.get('etag')!
    expect(again.headers.get('etag')).toBe(etag)
    const same = await fetch(address, { headers: { 'if-none-match': etag } })
    expect([same.status, same.headers.get('etag'), same.headers.get('link'), await same.text()]).toEqual([304, etag, null, ''])
  })
})
