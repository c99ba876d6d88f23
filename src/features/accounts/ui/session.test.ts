import { describe, expect, it } from 'vitest'
import { DdpClient } from '../../../ddp/client/client.ts'
import { DdpServer } from '../../../ddp/server/server.ts'
import { manualClock } from '../../../ddp/timing/manual-clock.ts'
import { type SocketPair, socketPair } from '../../../ddp/transport/memory.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { AccountSession, hashPassword, type TokenStorage } from './session.ts'

const DAY = 86_400_000

function memoryStorage(): TokenStorage & { items: Map<string, string> } {
  const items = new Map<string, string>()
  return {
    items,
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
  }
}

/** A browser's tab on a server that knows the tokens in `tokens`. */
function world(storage = memoryStorage()) {
  const clock = manualClock()
  const tokens = new Map([['good', 'ann']])
  const calls: unknown[][] = []
  const logged: string[] = []
  let ids = 0
  const waiting: (() => void)[] = []
  const server = new DdpServer({
    clock,
    randomId: () => `id${ids++}`,
    hash: text => text,
    soon: flush => waiting.push(flush),
    report: () => {},
  })
  server.method('login', (invocation, options) => {
    calls.push(['login', options])
    const { resume } = options as { resume?: string }
    const userId = resume === undefined ? 'ann' : tokens.get(resume)
    if (userId === undefined) throw new DdpError(403, 'Your session has expired. Please log in again.')
    return invocation
      .setUserId(userId)
      .then(() => ({ id: userId, token: resume ?? 'fresh', tokenExpires: new Date(clock.now() + 90 * DAY), type: 'resume' }))
  })
  server.method('silent', () => undefined)
  server.method('logout', invocation => {
    calls.push(['logout'])
    return invocation.setUserId(null)
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
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 30; i++) {
      for (const flush of waiting.splice(0)) flush()
      pair?.flush()
      await Promise.resolve()
    }
  }
  const session = new AccountSession({ client, storage, clock, log: message => void logged.push(message) })
  return { clock, tokens, calls, logged, client, session, storage, settle, cut: () => pair?.cut() }
}

function stored(expiresIn: number): TokenStorage & { items: Map<string, string> } {
  const storage = memoryStorage()
  storage.setItem('Meteor.userId', 'ann')
  storage.setItem('Meteor.loginToken', 'good')
  storage.setItem('Meteor.loginTokenExpires', new Date(1_700_000_000_000 + expiresIn).toISOString())
  return storage
}

describe('the session of a browser', () => {
  it('stores token, user and expiry at login, and shows that it is logging in meanwhile', async () => {
    const { session, client, storage, settle, calls } = world()
    session.start()
    client.connect()
    await settle()
    const login = session.logIn('ann', 'secret words')
    expect(session.state).toEqual({ userId: null, loggingIn: true, loggingOut: false })
    await settle()
    await login
    expect(session.state).toEqual({ userId: 'ann', loggingIn: false, loggingOut: false })
    expect([...storage.items.keys()].sort()).toEqual(['Meteor.loginToken', 'Meteor.loginTokenExpires', 'Meteor.userId'])
    expect(calls).toEqual([['login', { user: { username: 'ann' }, password: hashPassword('secret words') }]])
  })

  it('sends SHA-256 in lower-case hex and refuses an empty password', () => {
    expect(hashPassword('secret')).toEqual({
      digest: '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b',
      algorithm: 'sha-256',
    })
    expect(() => hashPassword('')).toThrow('Password may not be empty')
  })

  it('resumes with a stored token before anything else', async () => {
    const { session, client, settle, calls } = world(stored(80 * DAY))
    session.start()
    expect(session.state.loggingIn).toBe(true)
    client.connect()
    await settle()
    expect(calls).toEqual([['login', { resume: 'good' }]])
    expect(session.state).toEqual({ userId: 'ann', loggingIn: false, loggingOut: false })
  })

  it('drops a token that is about to expire at start', async () => {
    const { session, client, settle, calls, storage } = world(stored(3_599_000))
    session.start()
    client.connect()
    await settle()
    expect(storage.items.size).toBe(0)
    expect(calls).toEqual([])
    expect(session.state.userId).toBeNull()
  })

  it('resumes on a new line, but logs out if the token expires soon by then', async () => {
    const { session, client, settle, calls, clock, cut, storage } = world(stored(2 * DAY))
    session.start()
    client.connect()
    await settle()
    cut()
    clock.advance(20)
    await settle()
    expect(calls.length).toBe(2)
    storage.setItem('Meteor.loginTokenExpires', new Date(clock.now() + 3_000_000).toISOString())
    cut()
    clock.advance(20)
    await settle()
    expect(calls.length).toBe(2)
    expect(session.state.userId).toBeNull()
    expect(storage.items.size).toBe(0)
  })

  it('logs out and says so when the server does not take the stored token', async () => {
    const { session, client, settle, tokens, logged, storage } = world(stored(80 * DAY))
    tokens.clear()
    session.start()
    client.connect()
    await settle()
    expect(session.state).toEqual({ userId: null, loggingIn: false, loggingOut: false })
    expect(storage.items.size).toBe(0)
    expect(logged).toEqual([expect.stringMatching(/^Error logging in with token: /)])
  })

  it('keeps the token when the line drops in the middle of resuming', async () => {
    const { session, client, settle, clock, cut, storage } = world(stored(80 * DAY))
    session.start()
    client.connect()
    cut()
    clock.advance(20)
    await settle()
    expect(session.state.userId).toBe('ann')
    expect(storage.items.get('Meteor.loginToken')).toBe('good')
  })

  it('follows another tab every three seconds: in, and out', async () => {
    const { session, client, settle, clock, storage, calls } = world()
    session.start()
    client.connect()
    await settle()
    for (const [key, value] of stored(80 * DAY).items) storage.setItem(key, value)
    clock.advance(2999)
    await settle()
    expect(session.state.userId).toBeNull()
    clock.advance(1)
    await settle()
    expect(session.state.userId).toBe('ann')
    storage.items.clear()
    clock.advance(3000)
    await settle()
    expect(session.state.userId).toBeNull()
    expect(calls.at(-1)).toEqual(['logout'])
  })
})
