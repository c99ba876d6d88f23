import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { createEvent, createEventTestApp, type EventTestApp } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'
import type { TestUser } from '../helpers/users.ts'

let scene: EventTestApp
let owner: TestUser
let claimer: TestUser
let groupId: string

beforeAll(async () => {
  scene = await createEventTestApp(['Olga', 'Clara'], 1)
  ;[owner, claimer] = scene.players as [TestUser, TestUser]
  groupId = await createGroup(owner, 'public')
})
afterAll(() => scene.testApp.close())

/** True if no transaction has changed the row or is about to. */
async function isFree(client: pg.Client, table: string, id: string): Promise<boolean> {
  const { rows } = await client.query(`SELECT id FROM ${table} WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED`, [id])
  return rows.length > 0
}

/** Runs `act` while a row is locked, and `meanwhile` when a statement waits for that lock. */
async function whileLocked<T>(
  table: string,
  id: string,
  act: () => Promise<T>,
  meanwhile: (client: pg.Client) => Promise<void>,
): Promise<T> {
  const client = new pg.Client(scene.testApp.connection)
  await client.connect()
  try {
    await client.query('BEGIN')
    expect(await isFree(client, table, id)).toBe(true)
    const acting = act()
    const waits = `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    while ((await client.query<{ n: number }>(waits)).rows[0]!.n === 0);
    await meanwhile(client)
    await client.query('COMMIT')
    return await acting
  } finally {
    await client.end()
  }
}

it('groups.addPeople locks the group before the user, as calls that change members do', async () => {
  const people = [{ _id: uuidv7(), name: 'Ada' }]
  await whileLocked(
    'users',
    owner.id,
    () => owner.client.call('groups.addPeople', { groupId, people }),
    async client => expect(await isFree(client, 'groups', groupId)).toBe(false),
  )
})

it('events.claim locks the events of a person in the order of their ids, whichever of them the code is from', async () => {
  const personId = uuidv7()
  await owner.client.call('groups.addPeople', { groupId, people: [{ _id: personId, name: 'Grandma' }] })
  const facts = { format: { kind: 'best-game', points: 'papa' } as const, machineIds: scene.machines, groupId }
  const [first, last] = [await createEvent(owner, scene.clock.now(), facts), await createEvent(owner, scene.clock.now(), facts)]
  let code = ''
  for (const eventId of [first, last]) {
    const entrantId = uuidv7()
    await owner.client.call('events.addPlayers', { eventId, entries: [{ _id: entrantId, personId }] })
    ;({ code } = await owner.client.call<{ code: string }>('events.claimCode', { eventId, entrantId }))
  }
  const claimed = await whileLocked(
    'events',
    first,
    () => claimer.client.call('events.claim', { code }),
    async client => expect(await isFree(client, 'events', last)).toBe(true),
  )
  expect(claimed).toEqual({ eventId: last })
})
