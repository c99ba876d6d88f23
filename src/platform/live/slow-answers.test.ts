import { describe, expect, it } from 'vitest'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { createClientDataSource } from './client-data-source.ts'
import { SLOW_MS, SlowAnswers } from './slow-answers.ts'

describe('an answer that takes long', () => {
  it('is told after two seconds, once for any number of them, until the last is there', async () => {
    const { clock } = createDdpHarness()
    const slow = new SlowAnswers(clock)
    const told: boolean[] = []
    slow.listen(() => told.push(slow.any))
    const endFirst = slow.begin()
    const endSecond = slow.begin()
    clock.advance(SLOW_MS - 1)
    expect(slow.any).toBe(false)
    clock.advance(1)
    expect(slow.any).toBe(true)
    endFirst()
    endFirst()
    expect(slow.any).toBe(true)
    endSecond()
    expect(slow.any).toBe(false)
    expect(told.at(-1)).toBe(false)
  })

  it('is not told if it comes in time, or fails in time', async () => {
    const { clock } = createDdpHarness()
    const slow = new SlowAnswers(clock)
    expect(await slow.track(Promise.resolve('here'))).toBe('here')
    await expect(slow.track(Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    clock.advance(SLOW_MS)
    expect(slow.any).toBe(false)
  })

  it('is that of a call or of a subscription, until the server answers or nobody wants it any more', async () => {
    const { clock, server, player, settle } = createDdpHarness()
    const answers: (() => void)[] = []
    const later = () => new Promise<void>(resolve => answers.push(resolve))
    server.publish('rows', async publishing => {
      await later()
      publishing.ready()
    })
    server.method('work', () => later())
    const { client } = player()
    client.connect()
    const source = createClientDataSource(client, clock, new Map())
    await settle()
    const stop = source.subscribe('rows', []).listen(() => {})
    await settle()
    clock.advance(SLOW_MS)
    expect(source.slowAnswers.any).toBe(true)
    answers.pop()!()
    await settle()
    expect(source.slowAnswers.any).toBe(false)
    const work = source.call!('work', [])
    await settle()
    clock.advance(SLOW_MS)
    expect(source.slowAnswers.any).toBe(true)
    answers.pop()!()
    await settle()
    await work
    expect(source.slowAnswers.any).toBe(false)
    stop()
  })
})
