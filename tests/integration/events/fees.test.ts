import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAccounts, addGuests, claimGuest, createEvent, createEventTestApp } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

let testApp: TestApp
let clock: SettableClock
let director: TestUser
let ann: TestUser
let eventId: string
let guests: string[]

beforeAll(async () => {
  const app = await createEventTestApp(['Ann'], 1)
  ;({ testApp, clock, director } = app)
  ann = app.players[0]!
  eventId = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds: app.machines })
  guests = await addGuests(director, eventId, ['Toni', 'Uma'])
})
afterAll(() => testApp.close())

const fee = (by: TestUser) => by.client.documents('eventFees').get(eventId)
const paid = (by: TestUser): string[] => [...by.client.documents('eventPayments').keys()]

it('those who direct the event note what taking part costs and who has paid, and nobody else sees it', async () => {
  await director.client.subscribe('events.fees', { eventId })
  await director.client.call('events.setFee', { eventId, fee: { amount: 5.5, currency: '€' } })
  await director.client.call('events.setPaid', { eventId, entrantId: guests[0]!, paid: true })
  await director.client.waitUntil(() => paid(director).length === 1)
  expect([fee(director), paid(director)]).toEqual([{ eventId, amount: 5.5, currency: '€' }, [guests[0]]])
  expect((await ann.client.subscribe('events.fees', { eventId })).error).toMatchObject({ error: 403 })
  expect((await ann.client.tryCall('events.setFee', { eventId, fee: null })).error).toMatchObject({ error: 403 })
  expect((await ann.client.tryCall('events.setPaid', { eventId, entrantId: guests[0]!, paid: false })).error).toMatchObject({ error: 403 })
  for (const amount of [0, -1, 0.001, 100_001])
    expect((await director.client.tryCall('events.setFee', { eventId, fee: { amount, currency: '€' } })).error).toMatchObject({
      error: 400,
    })
  expect((await director.client.tryCall('events.setPaid', { eventId, entrantId: 'nobody', paid: true })).error).toMatchObject({
    error: 404,
  })
})

it('a payment is taken back, and goes over to the account that claims the guest', async () => {
  const [own] = (await addAccounts(director, eventId, [ann])) as [string]
  await claimGuest(director, eventId, guests[0]!, ann)
  await director.client.waitUntil(() => paid(director).includes(own))
  await director.client.call('events.setPaid', { eventId, entrantId: own, paid: false })
  await director.client.waitUntil(() => paid(director).length === 0)
  await director.client.call('events.setFee', { eventId, fee: null })
  await director.client.waitUntil(() => fee(director) === undefined)
})
