import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { grant, type SignedUp, signUp, someMachines } from './people.ts'
import { drawPhoto, uploaded } from './pictures.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let mod: SignedUp
let players: SignedUp[]
let machines: string[]

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  mod = await signUp(world, 'Mod')
  await grant(world, mod.id, ['moderator'])
  players = []
  for (let i = 0; i < 10; i++) players.push(await signUp(world, `Player ${i}`))
  machines = (await someMachines(world, 6)).map(({ id }) => id)
})
afterAll(() => world.close())

async function submit(player: SignedUp, machineId: string, value: number, more: object = {}): Promise<string> {
  const _id = uuidv7()
  await player.wire.call('scores.submit', { _id, machineId, value, ...more })
  return _id
}
const photo = async (player: SignedUp) => ({ picture: await uploaded(player, 'scorePicUpload', await drawPhoto(400, 300)) })
const flag = (player: SignedUp, scoreId: string, reason: string) => player.wire.call('scores.flag', { scoreId, reason })
const verify = (scoreId: string, version: number) => mod.wire.call('scores.moderate', { scoreId, version, status: 'verified' })

const sorted = (states: object): string => JSON.stringify(Object.entries(states).sort())

/** Opens the moderation queue for a moderator. */
async function looking(input: object = {}) {
  const wire = await Wire.open(world.endpoint)
  await wire.call('login', { resume: mod.token })
  const sub = await wire.subscribe('scores.queue', input)
  expect(sub.error).toBe(null)
  const states = (): Record<string, unknown> => Object.fromEntries([...wire.documents('scoreQueue')].map(([id, { state }]) => [id, state]))
  return { wire, sub, states, holds: (expected: object) => wire.until(() => sorted(states()) === sorted(expected)) }
}

it('a score waits while it is disputed, has a picture that nobody has looked at, or leads its machine with nothing to show for it', async () => {
  const [machine, other] = machines as [string, string]
  const [ada, bob, cat] = players as [SignedUp, SignedUp, SignedUp]
  await submit(bob, machine, 100)
  const record = await submit(ada, machine, 200)
  await submit(cat, other, 10)
  const pictured = await submit(cat, other, 20, await photo(cat))
  const disputed = await submit(bob, other, 15)
  await flag(cat, disputed, 'Too many zeros')
  const queue = await looking()
  await queue.wire.until(() => queue.states()[pictured] === 'pictured')
  expect(queue.states()).toEqual({ [record]: 'record', [pictured]: 'pictured', [disputed]: 'disputed' })
  expect(queue.wire.documents('scores').get(disputed)).toMatchObject({ value: 15, status: 'disputed', version: 2, username: 'Player 1' })
  expect(queue.wire.documents('scoreQueue').get(disputed)).toEqual({
    state: 'disputed',
    players: 2,
    record: 20,
    typical: null,
    flags: [{ at: expect.any(Date), by: { userId: cat.id, username: 'Player 2' }, reason: 'Too many zeros' }],
  })
  await verify(disputed, 2)
  await queue.holds({ [pictured]: 'pictured', [record]: 'record' })
  await verify(pictured, queue.wire.documents('scores').get(pictured)!.version as number)
  await queue.holds({ [record]: 'record' })
  const better = await submit(bob, machine, 300)
  await queue.holds({ [better]: 'record' })
  await bob.wire.call('scores.remove', { scoreId: better })
  await queue.holds({ [record]: 'record' })
  await verify(record, 1)
  await queue.holds({})
  await queue.wire.close()
})

it('says what a machine gives where ten play it, so that a zero too many is seen', async () => {
  const machine = machines[2]!
  for (const [i, player] of players.slice(0, 9).entries()) await submit(player, machine, (i + 1) * 1000)
  const odd = await submit(players[9]!, machine, 100_000)
  const queue = await looking({ state: 'record' })
  expect(queue.wire.documents('scoreQueue').get(odd)).toMatchObject({ players: 10, record: 9000, typical: { from: 2000, to: 9000 } })
  await verify(odd, 1)
  await queue.wire.close()
})

it('the most urgent come first, then those that wait longest, and one state is read on from any score, even one that waits no more', async () => {
  const machine = machines[3]!
  const [ada, bob] = players as [SignedUp, SignedUp]
  const ids: string[] = []
  for (let i = 0; i < 4; i++) {
    ids.push(await submit(ada, machine, 100 + i))
    await flag(bob, ids[i]!, 'Hm')
  }
  await submit(bob, machine, 1000)
  const shown = async (input: object): Promise<string[]> => {
    const { wire, states } = await looking(input)
    const found = Object.keys(states())
    await wire.close()
    return found.sort((a, b) => ids.indexOf(a) - ids.indexOf(b))
  }
  expect(await shown({ limit: 2 })).toEqual(ids.slice(0, 2))
  expect(await shown({ state: 'disputed', before: ids[1], limit: 1 })).toEqual([ids[2]])
  await verify(ids[1]!, 2)
  expect(await shown({ state: 'disputed', before: ids[1] })).toEqual(ids.slice(2))
  expect(await shown({ state: 'disputed' })).toEqual([ids[0], ids[2], ids[3]])
  expect((await mod.wire.subscribe('scores.queue', { before: ids[1] })).error).toMatchObject({ error: 400, details: [{ path: 'before' }] })
})

it('is closed to a moderator who is one no more', async () => {
  const { wire } = await signUp(world, 'Once')
  const once = (await wire.call<{ id: string }>('login', { user: { username: 'Once' }, password: 'correct horse battery' })).id
  await grant(world, once, ['moderator'])
  const sub = await wire.subscribe('scores.queue', {})
  expect([sub.error, wire.documents('scoreQueue').size > 0]).toEqual([null, true])
  await grant(world, once, [])
  expect((await wire.message(({ msg, id }) => msg === 'nosub' && id === sub.id)).error).toMatchObject({ error: 403 })
  expect([wire.documents('scoreQueue').size, wire.documents('scores').size]).toEqual([0, 0])
})
