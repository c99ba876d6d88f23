import { beforeEach, describe, expect, it } from 'vitest'
import { createDdpHarness, type DdpHarness, type Peer } from '../testing/ddp-harness.ts'
import { DdpError } from '../wire/error.ts'
import { ResultSet } from './result-set.ts'
import type { ServerHooks, Task } from './server-hooks.ts'

let heard: unknown[]
let site: DdpHarness
let peer: Peer

const around =
  (what: string): ServerHooks['method'] =>
  async ({ name, userId }: Task, run) => {
    heard.push([what, name, userId])
    heard.push([what, 'ended', (await run())?.error ?? null])
  }

beforeEach(async () => {
  heard = []
  const observer: ServerHooks = {
    method: around('method'),
    subscription: around('subscription'),
    sessionOpened: () => heard.push('opened'),
    sessionClosed: reason => heard.push(`closed: ${reason}`),
    framesWritten: frames => heard.push(frames),
  }
  site = createDdpHarness({ hooks: observer })
  site.server.method('fine', () => 'fine')
  site.server.method('refused', () => {
    throw new DdpError(403, 'No')
  })
  site.server.method('broken', () => {
    throw new Error('broken')
  })
  site.server.method('unsendable', () => ({ big: 1n }) as never)
  site.server.publish('set', () => {
    const set = new ResultSet()
    set.put('things', 'a', {})
    return set
  })
  site.server.publish('refused', publishing => publishing.error(new DdpError(404, 'Nothing')))
  peer = await site.connected()
  heard.length = 0
})

describe('an observer', () => {
  it.each([
    ['fine', 'fine', null],
    ['refused', 'refused', 403],
    ['broken', 'broken', 500],
    ['unsendable', 'unsendable', 500],
    ['nothing', null, 404],
  ])('is given the same outcome of a call of %s as its caller', async (method, name, error) => {
    const [, result] = await peer.send({ msg: 'method', method, id: '1', params: [] })
    expect(heard.slice(0, 2)).toEqual([
      ['method', name, null],
      ['method', 'ended', error],
    ])
    expect((JSON.parse(result!) as { error?: { error: number } }).error?.error ?? null).toBe(error)
  })

  it.each([
    ['set', 'set', null],
    ['refused', 'refused', 404],
    ['nothing', null, 404],
  ])('is given the outcome of a subscription to %s', async (name, known, error) => {
    await peer.send({ msg: 'sub', name, id: '1', params: [] })
    expect(heard.slice(0, 2)).toEqual([
      ['subscription', known, null],
      ['subscription', 'ended', error],
    ])
    expect(site.server.subscriptions.get(name)).toBe(error === null ? 1 : undefined)
  })

  it('is given the number of frames written, once for all sockets', async () => {
    const shared = new ResultSet()
    site.server.publish('shared', () => shared)
    const others = [await site.connected(), await site.connected()]
    for (const each of [peer, ...others]) await each.send({ msg: 'sub', name: 'shared', id: '1', params: [] })
    heard.length = 0
    shared.put('things', 'a', { n: 1 })
    shared.put('things', 'b', { n: 2 })
    await site.settle()
    expect(heard).toEqual([6])
    expect(site.server.subscriptions).toEqual(new Map([['shared', 3]]))
  })

  it('is notified of sessions that open and close, and why', async () => {
    const other = site.peer()
    other.pair.cut()
    const silent = site.peer()
    for (let i = 0; i < 3; i++) {
      await peer.send({ msg: 'pong' })
      site.clock.advance(5000)
      await site.settle()
    }
    expect(silent.closed).toBe(true)
    peer.session.close()
    expect(heard.filter(each => typeof each === 'string')).toEqual([
      'opened',
      'closed: left',
      'opened',
      'closed: No connect message',
      'closed: closed',
    ])
    expect(site.server.sessions).toBe(0)
  })
})
