import { expect, it } from 'vitest'
import type { DdpConnection } from '#ddp/server/connection.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import { ConnectionRegistry } from './connection-registry.ts'

function connection(): DdpConnection & { closed: boolean } {
  const callbacks: (() => void)[] = []
  return {
    id: 'x',
    clientAddress: null,
    httpHeaders: {},
    closed: false,
    close() {
      this.closed = true
      for (const callback of callbacks.splice(0)) callback()
    },
    onClose: callback => void callbacks.push(callback),
  }
}

it('makes tokens of 43 characters that differ, and stores the base64 of their SHA-256', () => {
  const tokens = Array.from({ length: 100 }, newToken)
  expect(tokens.every(token => /^[\w-]{43}$/.test(token))).toBe(true)
  expect(new Set(tokens).size).toBe(100)
  expect(hashToken('abc')).toBe('ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=')
})

it('closes all connections that are logged in by a revoked token, and no others', () => {
  const connections = new ConnectionRegistry()
  const [one, two, other] = [connection(), connection(), connection()]
  connections.bind(one, 'a', 'ada')
  connections.bind(two, 'a', 'ada')
  connections.bind(other, 'b', 'ada')
  connections.revoke('a')
  expect([one.closed, two.closed, other.closed]).toEqual([true, true, false])
  expect([connections.tokenOf(one), connections.tokenOf(other)]).toEqual([null, 'b'])
})

it('closes a connection that is bound to a token that was just revoked', () => {
  const connections = new ConnectionRegistry()
  const late = connection()
  connections.revoke('a')
  connections.bind(late, 'a', 'ada')
  expect(late.closed).toBe(true)
})

it('keeps a connection open that has another token, or has logged out, when its old token is revoked', () => {
  const connections = new ConnectionRegistry()
  const [switched, out] = [connection(), connection()]
  connections.bind(switched, 'a', 'ada')
  connections.bind(switched, 'b', 'ada')
  connections.bind(out, 'a', 'ada')
  connections.release(out)
  connections.revoke('a')
  expect([switched.closed, out.closed]).toEqual([false, false])
})

it('keeps the connection open that ends its own session, and binds it again if the operation fails', async () => {
  const connections = new ConnectionRegistry()
  const [caller, other] = [connection(), connection()]
  connections.bind(caller, 'a', 'ada')
  connections.bind(other, 'a', 'ada')
  const failed = connections.keepOpenDuring(caller, async () => {
    throw new Error('nothing came of it')
  })
  await expect(failed).rejects.toThrow('nothing came of it')
  expect(connections.tokenOf(caller)).toBe('a')
  await connections.keepOpenDuring(caller, async () => connections.revoke('a'))
  expect([caller.closed, other.closed]).toEqual([false, true])
})

it('does not bind a connection beyond the limit of one user, and binds one after another has closed', () => {
  const connections = new ConnectionRegistry(2)
  const [one, two, third, ofAnother] = [connection(), connection(), connection(), connection()]
  for (const each of [one, two]) expect(connections.bind(each, 'a', 'ada')).toBe(true)
  expect(connections.bind(third, 'b', 'ada')).toBe(false)
  expect([one.closed, two.closed, third.closed]).toEqual([false, false, false])
  expect(connections.tokenOf(third)).toBe(null)
  expect(connections.bind(ofAnother, 'c', 'bob')).toBe(true)
  expect(connections.bind(one, 'd', 'ada')).toBe(true)
  two.close()
  expect(connections.bind(connection(), 'a', 'ada')).toBe(true)
})

it('no longer counts connections whose token was just revoked', () => {
  const connections = new ConnectionRegistry(1)
  connections.bind({ ...connection(), close: () => {} }, 'a', 'ada')
  connections.revoke('a')
  expect(connections.bind(connection(), 'b', 'ada')).toBe(true)
})
