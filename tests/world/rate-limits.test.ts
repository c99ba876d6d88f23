import { afterAll, beforeAll, expect, it } from 'vitest'
import { digestOf, logIn, signUp } from './people.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('refuses the sixth login of a connection in ten seconds, says when to come again, and leaves other connections alone', async () => {
  const { wire } = await signUp(world, 'Ada')
  const login = { user: { username: 'Ada' }, password: digestOf('wrong') }
  for (let i = 0; i < 5; i++) expect(await wire.refusal('login', login)).toMatchObject({ error: 403 })
  const { error, reason, details } = await wire.refusal('login', login)
  const wait = details!.timeToReset
  expect(error).toBe('too-many-requests')
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(10_000)
  expect(reason).toBe(`Error, too many requests. Please slow down. You must wait ${Math.ceil(wait / 1000)} seconds before trying again.`)
  expect((await wire.refusal('login', { resume: 'x' })).error).toBe('too-many-requests')
  const other = await Wire.open(world.endpoint)
  expect((await logIn(other, 'Ada')).type).toBe('password')
})
