import { describe, expect, it } from 'vitest'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { createClientDataSource } from './client-data-source.ts'
import { isRetried } from './retried-errors.ts'

/** Connects a page to a server whose publication `rows` fails with what `broken` returns, unless that is null. */
function world(broken: () => unknown) {
  const { clock, server, player, settle } = createDdpHarness()
  let asked = 0
  let end: (error: DdpError) => void = () => {}
  server.publish('rows', publishing => {
    asked++
    const error = broken()
    if (error !== null) throw error
    publishing.added('rows', '1', {})
    publishing.ready()
    end = cause => publishing.error(cause)
  })
  const { client, pairs } = player()
  client.connect()
  const source = createClientDataSource(client, clock, new Map())
  return {
    clock,
    client,
    pairs,
    settle,
    source,
    subscription: source.subscribe('rows', []),
    store: client.store,
    asked: () => asked,
    end: (error: DdpError) => end(error),
  }
}

describe('a page’s subscription', () => {
  it('is tried again after an error of the server, at growing pauses, showing the error meanwhile', async () => {
    let error: unknown = new Error('the database is away')
    const { clock, settle, subscription, asked, store } = world(() => error)
    let heard = 0
    subscription.listen(() => {
      heard++
    })
    await settle()
    expect(subscription.state()).toMatchObject({ state: 'failed', error: { error: 500 } })
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
      expect(subscription.state().state).toBe('failed')
    }
    error = null
    clock.advance(16_000)
    await settle()
    expect(subscription.state().state).toBe('ready')
    expect(store.collection('rows').size).toBe(1)
    expect(heard).toBeGreaterThan(1)
  })

  it('stays ready while the server cannot answer it again, counts as outdated, and is right after the next try', async () => {
    let error: unknown = null
    const { clock, client, pairs, settle, source, subscription, store } = world(() => error)
    const stop = subscription.listen(() => {})
    await settle()
    error = new Error('the database is away')
    pairs.at(-1)!.cut()
    client.connect()
    await settle()
    const seen = (): unknown[] => [subscription.state().state, source.slowAnswers.areOutdated, store.collection('rows').size]
    expect(seen()).toEqual(['ready', true, 1])
    clock.advance(2000)
    await settle()
    expect(seen()).toEqual(['ready', true, 1])
    error = null
    clock.advance(4000)
    await settle()
    expect(seen()).toEqual(['ready', false, 1])
    error = new Error('the database is away')
    pairs.at(-1)!.cut()
    client.connect()
    await settle()
    source.retryRefused()
    expect(seen()).toEqual(['failed', false, 0])
    stop()
    clock.advance(5000)
    expect(subscription.state().state).not.toBe('ready')
  })

  it('that the server ends for a while goes on showing what it had, and is opened again by itself after the time that the server named', async () => {
    const { clock, settle, source, subscription, asked, store, end } = world(() => null)
    const seen: string[] = []
    subscription.listen(() => void seen.push(subscription.state().state))
    await settle()
    end(new DdpError('too-many-requests', 'Slow down.', { timeToReset: 10_000 }))
    await settle()
    const shown = (): unknown[] => [subscription.state().state, source.slowAnswers.areOutdated, store.collection('rows').size, asked()]
    expect(shown()).toEqual(['ready', true, 1, 1])
    clock.advance(9999)
    await settle()
    expect(shown()).toEqual(['ready', true, 1, 1])
    clock.advance(1)
    await settle()
    expect(shown()).toEqual(['ready', false, 1, 2])
    expect(new Set(seen)).toEqual(new Set(['ready']))
  })

  it('is not tried again when it was refused', async () => {
    const { clock, settle, subscription, asked } = world(() => new DdpError(404, 'There is no such thing.'))
    subscription.listen(() => {})
    await settle()
    clock.advance(14_000)
    await settle()
    expect(asked()).toBe(1)
    expect(subscription.state()).toMatchObject({ state: 'failed', error: { error: 404 } })
  })

  it('marks the errors after which it tries again by itself', async () => {
    const marked = async (error: unknown): Promise<boolean> => {
      const { settle, subscription } = world(() => error)
      subscription.listen(() => {})
      await settle()
      const state = subscription.state()
      return state.state === 'failed' && isRetried(state.error)
    }
    expect(await marked(new Error('the database is away'))).toBe(true)
    expect(await marked(new DdpError('too-many-requests', 'Slow down.', { timeToReset: 9000 }))).toBe(true)
    expect(await marked(new DdpError(404, 'There is no such thing.'))).toBe(false)
  })

  it('is tried again when it was refused and the user changes, showing the refusal until it is answered', async () => {
    for (const code of [401, 403, 404]) {
      let error: unknown = new DdpError(code, 'Not for you.')
      const { source, settle, subscription, asked } = world(() => error)
      const seen: string[] = []
      subscription.listen(() => void seen.push(subscription.state().state))
      await settle()
      error = null
      source.retryRefused()
      expect(subscription.state()).toMatchObject({ state: 'failed', error: { error: code } })
      await settle()
      expect(asked()).toBe(2)
      expect(seen).toEqual(['failed', 'ready'])
    }
  })

  it('is not tried again on a change of user when it was not refused, or has no listeners', async () => {
    for (const error of [null, new Error('the database is away')]) {
      const { source, settle, subscription, asked } = world(() => error)
      subscription.listen(() => {})
      await settle()
      source.retryRefused()
      await settle()
      expect(asked()).toBe(1)
    }
    const { source, settle, subscription, asked } = world(() => new DdpError(403, 'Not for you.'))
    const stop = subscription.listen(() => {})
    await settle()
    stop()
    source.retryRefused()
    await settle()
    expect(asked()).toBe(1)
  })

  it('stays open for five seconds without listeners, and then ends', async () => {
    const { clock, settle, subscription, asked, store } = world(() => null)
    const stop = subscription.listen(() => {})
    await settle()
    stop()
    clock.advance(4999)
    const again = subscription.listen(() => {})
    await settle()
    expect(asked()).toBe(1)
    again()
    clock.advance(5000)
    await settle()
    expect(store.collection('rows').size).toBe(0)
  })
})

describe('a failure whose text has to be fetched', () => {
  it('is not shown before the text is there, also if something else renders the page meanwhile', async () => {
    const { clock, server, player, settle } = createDdpHarness()
    let fail = (): void => {}
    server.publish('rows', publishing => {
      publishing.added('rows', '1', {})
      publishing.ready()
      fail = () => publishing.error(new DdpError(403, 'It is over.'))
    })
    const { client } = player()
    client.connect()
    let fetched = (): void => {}
    const source = createClientDataSource(client, clock, new Map(), () => new Promise<void>(resolve => (fetched = resolve)))
    const subscription = source.subscribe('rows', [])
    let heard = 0
    subscription.listen(() => {
      heard++
    })
    await settle()
    expect(subscription.state().state).toBe('ready')
    const before = heard
    fail()
    await settle()
    expect([subscription.state().state, heard]).toEqual(['ready', before])
    fetched()
    await settle()
    expect([subscription.state().state, heard]).toEqual(['failed', before + 1])
  })
})
