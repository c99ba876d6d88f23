import { describe, expect, it } from 'vitest'
import { DdpClient } from '../../ddp/client/client.ts'
import { DdpServer } from '../../ddp/server/server.ts'
import { manualClock } from '../../ddp/timing/manual-clock.ts'
import { type SocketPair, socketPair } from '../../ddp/transport/memory.ts'
import { DdpError } from '../../ddp/wire/error.ts'
import { clientSource } from './client-source.ts'

/** A page on a server whose publication `rows` fails as long as `broken` says. */
function world(broken: () => unknown) {
  const clock = manualClock()
  const waiting: (() => void)[] = []
  let asked = 0
  let ids = 0
  const server = new DdpServer({
    clock,
    randomId: () => `s${ids++}`,
    hash: text => text,
    soon: flush => waiting.push(flush),
    report: () => {},
  })
  server.publish('rows', publishing => {
    asked++
    const error = broken()
    if (error !== null) throw error
    publishing.added('rows', '1', {})
    publishing.ready()
  })
  let pair: SocketPair | null = null
  const client = new DdpClient({
    clock,
    random: () => 0.5,
    randomId: () => `c${ids++}`,
    soon: tell => tell(),
    connect: () => {
      pair = socketPair()
      server.accept(pair.server, { clientAddress: null, httpHeaders: {} })
      return pair.client
    },
  })
  client.connect()
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) {
      for (const flush of waiting.splice(0)) flush()
      pair?.flush()
      await Promise.resolve()
    }
  }
  return { clock, settle, watched: clientSource(client, clock, new Map()).watch('rows', []), store: client.store, asked: () => asked }
}

describe('a page’s subscription', () => {
  it('is asked for again after trouble on the server, at growing pauses, showing the trouble meanwhile', async () => {
    let error: unknown = new Error('the database is away')
    const { clock, settle, watched, asked, store } = world(() => error)
    let heard = 0
    watched.listen(() => {
      heard++
    })
    await settle()
    expect(watched.state()).toMatchObject({ state: 'failed', error: { error: 500 } })
    for (const [pause, times] of [
      [2000, 2],
      [4000, 3],
      [8000, 4],
    ] as const) {
      clock.advance(pause - 1)
      await settle()
      expect(asked()).toBe(times - 1)
      clock.advance(1)
      await settle()
      expect(asked()).toBe(times)
      expect(watched.state().state).toBe('failed')
    }
    error = null
    clock.advance(16_000)
    await settle()
    expect(watched.state().state).toBe('ready')
    expect(store.collection('rows').size).toBe(1)
    expect(heard).toBeGreaterThan(1)
  })

  it('is not asked for again when it was refused', async () => {
    const { clock, settle, watched, asked } = world(() => new DdpError(404, 'There is no such thing.'))
    watched.listen(() => {})
    await settle()
    clock.advance(14_000)
    await settle()
    expect(asked()).toBe(1)
    expect(watched.state()).toMatchObject({ state: 'failed', error: { error: 404 } })
  })

  it('lives on for five seconds when nobody listens, and then ends', async () => {
    const { clock, settle, watched, asked, store } = world(() => null)
    const stop = watched.listen(() => {})
    await settle()
    stop()
    clock.advance(4999)
    const again = watched.listen(() => {})
    await settle()
    expect(asked()).toBe(1)
    again()
    clock.advance(5000)
    await settle()
    expect(store.collection('rows').size).toBe(0)
  })
})
