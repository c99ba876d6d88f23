import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { DeviceStore } from '#platform/ui/device-store.ts'
import { type EnteredGame, ResultQueue, type WaitingResult } from './result-queue.ts'

const entered: EnteredGame = { eventId: 'event', groupId: 'group', order: ['ann', 'bob'] }
const confirmed = { state: 'confirmed' }

let databases = 0
beforeEach(() => void databases++)

/** A device with a server that answers as it is told. */
function world({
  store = new DeviceStore<WaitingResult>(`results ${databases}`),
}: {
  store?: Pick<DeviceStore<WaitingResult>, 'get' | 'all' | 'put' | 'delete'>
} = {}) {
  const clock = manualClock()
  const server = {
    isUp: true,
    userId: 'ann' as string | null,
    key: null as string | null,
    calls: [] as Ejson[],
    answers: [] as (Ejson | DdpError)[],
  }
  const queue = new ResultQueue({
    store,
    transport: {
      isConnected: () => server.isUp,
      userId: () => (server.isUp ? server.userId : null),
      deviceKey: () => server.key,
      async call(_name, [argument]) {
        server.calls.push(argument!)
        const answer = server.answers.shift() ?? confirmed
        if (answer instanceof DdpError) throw answer
        return answer
      },
    },
    withLock: run => run(),
    notifyTabs: () => {},
    clock,
    random: () => 0,
  })
  return { clock, server, queue }
}

describe('a result', () => {
  it('is sent at once where there is a connection, and leaves nothing', async () => {
    const { queue, server } = world()
    expect(await queue.enter('ann', entered)).toEqual(confirmed)
    expect([server.calls, queue.items()]).toEqual([[entered], []])
  })

  it('waits without a connection, survives the page, and is sent by its user alone', async () => {
    const first = world()
    first.server.isUp = false
    expect(await first.queue.enter('ann', entered)).toEqual({ state: 'waiting' })
    const { queue, server } = world()
    server.userId = 'bob'
    queue.sendNow()
    await expect.poll(() => queue.items().length).toBe(1)
    expect(server.calls).toEqual([])
    server.userId = 'ann'
    queue.sendNow()
    await expect.poll(() => [server.calls.length > 0, queue.items().length]).toEqual([true, 0])
    expect(server.calls).toEqual([entered])
  })

  it('takes the place of an earlier one for the same game, and of no other', async () => {
    const { queue, server } = world()
    server.isUp = false
    await queue.enter('ann', entered)
    await queue.enter('ann', { ...entered, game: 2 })
    await queue.enter('ann', { ...entered, order: ['bob', 'ann'] })
    expect(queue.items().map(({ entered: { game = 1, order } }) => [game, ...order])).toEqual(
      expect.arrayContaining([
        [1, 'bob', 'ann'],
        [2, 'ann', 'bob'],
      ]),
    )
    expect(queue.items()).toHaveLength(2)
  })

  it('of a device is sent with the key of its event, which is not stored with it', async () => {
    const { queue, server } = world()
    expect(await queue.enter(null, entered)).toEqual({ state: 'waiting' })
    expect(JSON.stringify(queue.items())).not.toContain('secret')
    server.key = 'secret'
    queue.sendNow()
    await expect.poll(() => [server.calls.length > 0, queue.items().length]).toEqual([true, 0])
    expect(server.calls).toEqual([{ ...entered, device: 'secret' }])
  })
})

describe('an attempt that fails', () => {
  it('for a while is made again after a delay', async () => {
    const { queue, server, clock } = world()
    server.answers = [new DdpError(503, 'Busy.'), new DdpError('invocation-failed')]
    expect(await queue.enter('ann', entered)).toEqual({ state: 'waiting' })
    expect(queue.items()[0]).toMatchObject({ problem: 'Busy.' })
    for (const calls of [2, 3]) {
      await expect.poll(() => clock.pendingTimers).toBe(1)
      clock.advance(600_000)
      await expect.poll(() => server.calls.length).toBe(calls)
    }
    await expect.poll(() => queue.items()).toEqual([])
  })

  it('for good is told and kept, and is never made again by itself', async () => {
    const { queue, server } = world()
    const earlier = { order: ['bob', 'ann'], by: { displayName: 'Bob' } }
    const refusal = new DdpError(409, 'Bob has entered another result.', { code: 'entered-before', earlier })
    server.answers = [refusal]
    await expect(queue.enter('ann', entered)).rejects.toBe(refusal)
    const [item] = queue.items()
    expect(item).toMatchObject({ refusal: { reason: 'Bob has entered another result.', earlier: { order: ['bob', 'ann'] } } })
    queue.sendNow()
    await queue.load()
    expect(server.calls).toHaveLength(1)
    await queue.sendAgain(item!.id, item!.refusal!.earlier)
    expect(server.calls[1]).toEqual({ ...entered, replaces: { order: ['bob', 'ann'] } })
    expect(queue.items()).toEqual([])
  })
})

it('is kept for as long as the page is open where the browser stores nothing, which is told', async () => {
  const fails = (): Promise<never> => Promise.reject(new Error('private window'))
  const { queue, server } = world({ store: { get: fails, all: fails, put: fails, delete: fails } })
  server.isUp = false
  await queue.enter('ann', entered)
  const [item] = queue.items()
  expect(queue.isPersisted(item!.id)).toBe(false)
  server.isUp = true
  queue.sendNow()
  await expect.poll(() => [server.calls.length > 0, queue.items().length]).toEqual([true, 0])
  expect(server.calls).toEqual([entered])
})
