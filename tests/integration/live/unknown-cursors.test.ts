import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { isPublication, loadContracts } from '../../contracts/all.ts'
import { createEvent, createEventTestApp, type EventTestApp } from '../helpers/events.ts'
import { grantRoles } from '../helpers/users.ts'

/** The publications that go on after a row (`before`), by their contracts. */
const paged = (await loadContracts()).filter(each => isPublication(each) && 'before' in (each.input as { entries?: object }).entries!)

let site: EventTestApp
/** What a publication needs besides `before`. */
let needed: Record<string, object>

beforeAll(async () => {
  site = await createEventTestApp(['ada'], 1)
  const eventId = await createEvent(site.director, site.clock.now(), {
    format: { kind: 'best-game', points: 'linear' },
    machineIds: site.machines,
  })
  needed = { 'events.attempts': { eventId }, 'players.scores': { username: 'ada' }, 'scores.queue': { state: 'held' } }
  await grantRoles(site.testApp, site.director.id, ['admin', 'moderator', 'event-director'])
  const hook = { name: 'Hook', address: `https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(60)}`, types: ['event.finished'] }
  const { webhookId } = await site.director.client.call<{ webhookId: string }>('webhooks.add', { _id: uuidv7(), ...hook })
  needed['webhooks.log'] = { webhookId }
})
afterAll(() => site.testApp.close())

it('are asked for by thirteen publications', () => expect(paged).toHaveLength(13))

it.each(paged.map(({ name }) => name))('of %s are refused by name, and leave no subscription', async name => {
  const { client } = site.director
  for (const before of [uuidv7(), 'nowhere']) {
    const { error } = await client.subscribe(name, { ...needed[name], before })
    expect(error).toMatchObject({ error: 400, details: [{ path: 'before', message: 'is not a row of this list' }] })
  }
  expect((await client.subscribe(name, { ...needed[name] })).error).toBe(null)
})
