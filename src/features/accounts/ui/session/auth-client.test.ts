import { describe, expect, it } from 'vitest'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { hashPassword, PlainPassword } from '../password.ts'
import {
  askForPasswordReset,
  changeOwnPassword,
  deleteAccount,
  endOtherSessions,
  logIn,
  resetPasswordByToken,
  signUp,
  verifyEmailByToken,
} from './account-calls.ts'
import { AccountSession } from './auth-client.ts'
import type { TokenStorage } from './token-storage.ts'

const typed = (text: string): PlainPassword => new PlainPassword(text)

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

/** A browser and a server that accepts the tokens in `tokens` and records its calls. */
function world(storage = memoryStorage()) {
  const { clock, server, player, settle } = createDdpHarness()
  const tokens = new Map([['good', 'ann']])
  const calls: unknown[][] = []
  const answers = new Map<string, (params: unknown[]) => unknown>()
  let made = 0
  const issue = (userId: string, token = `fresh${++made}`) => {
    tokens.set(token, userId)
    return { id: userId, token, tokenExpires: new Date(clock.now() + 90 * DAY), type: 'password' }
  }
  for (const name of ['login', 'createUser', 'resetPassword', 'verifyEmail', 'getNewToken']) {
    server.method(name, async (invocation, ...params) => {
      calls.push([name, ...params])
      const answer = answers.get(name)
      if (answer !== undefined) {
        const result = answer(params)
        if (result !== 'as usual') return result
      }
      const { resume } = (params[0] ?? {}) as { resume?: string }
      const userId = resume === undefined ? 'ann' : tokens.get(resume)
      if (userId === undefined) throw new DdpError(403, 'Your session has expired. Please log in again.')
      await invocation.setUserId(userId)
      return issue(userId, resume)
    })
  }
  for (const name of ['changePassword', 'forgotPassword', 'removeOtherTokens', 'account.delete']) {
    server.method(name, (_, ...params) => {
      calls.push([name, ...params])
      return answers.get(name)?.(params)
    })
  }
  server.method('logout', invocation => {
    calls.push(['logout'])
    return invocation.setUserId(null)
  })
  const logged: string[] = []
  const tab = () => {
    const { client, pairs } = player()
    const session = new AccountSession({ client, storage, clock, log: message => void logged.push(message) })
    const cut = (): void => pairs.at(-1)?.cut()
    return { client, session, cut }
  }
  /** Returns a tab that has started and connected. */
  const opened = async () => {
    const made = tab()
    made.session.start()
    made.client.connect()
    await settle()
    return made
  }
  const signedIn = async () => {
    const made = await opened()
    const login = logIn(made.session, 'ann', typed('secret words'))
    await settle()
    await login
    calls.length = 0
    return made
  }
  /** Returns what a promise was rejected with once everything has settled, or null. */
  const refusal = async (promise: Promise<unknown>): Promise<unknown> => {
    const error = promise.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    await settle()
    return error
  }
  return { clock, tokens, calls, answers, logged, storage, settle, tab, opened, signedIn, refusal }
}

function stored(expiresIn: number): TokenStorage & { items: Map<string, string> } {
  const storage = memoryStorage()
  storage.setItem('Meteor.userId', 'ann')
  storage.setItem('Meteor.loginToken', 'good')
  storage.setItem('Meteor.loginTokenExpires', new Date(1_700_000_000_000 + expiresIn).toISOString())
  return storage
}

const NOBODY = { userId: null, loggingIn: false, loggingOut: false }
const ANN = { userId: 'ann', loggingIn: false, loggingOut: false }

describe('the session of a browser', () => {
  it('stores token, user and expiry at login, and shows that it is logging in meanwhile', async () => {
    const { opened, storage, settle, calls } = world()
    const { session } = await opened()
    const login = logIn(session, 'ann', typed('secret words'))
    expect(session.state).toEqual({ userId: null, loggingIn: true, loggingOut: false })
    await settle()
    await login
    expect(session.state).toEqual(ANN)
    expect([...storage.items.keys()].sort()).toEqual(['Meteor.loginToken', 'Meteor.loginTokenExpires', 'Meteor.userId'])
    expect(calls).toEqual([['login', { user: { username: 'ann' }, password: hashPassword('secret words') }]])
  })

  it('sends SHA-256 in lower-case hex and refuses an empty password', () => {
    expect(hashPassword('secret')).toEqual({
      digest: '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b',
      algorithm: 'sha-256',
    })
    expect(() => hashPassword('')).toThrow(new DdpError(400, 'Password may not be empty'))
  })

  it('resumes with a stored token before anything else', async () => {
    const { tab, settle, calls } = world(stored(80 * DAY))
    const { session, client } = tab()
    expect(session.expected).toBeNull()
    session.start()
    expect(session.state.loggingIn).toBe(true)
    expect([session.state.userId, session.expected]).toEqual([null, ANN.userId])
    client.connect()
    await settle()
    expect(calls).toEqual([['login', { resume: 'good' }]])
    expect(session.state).toEqual(ANN)
    expect(session.expected).toBe(ANN.userId)
  })

  it('drops a token that is about to expire at start', async () => {
    const { opened, calls, storage } = world(stored(3_599_000))
    const { session } = await opened()
    expect(storage.items.size).toBe(0)
    expect(calls).toEqual([])
    expect(session.state.userId).toBeNull()
  })

  it('resumes after a reconnect, but logs out if the token expires soon by then', async () => {
    const { opened, settle, calls, clock, storage } = world(stored(2 * DAY))
    const { session, cut } = await opened()
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

  it('logs out and logs a message when the server refuses the stored token', async () => {
    const { opened, tokens, logged, storage } = world(stored(80 * DAY))
    tokens.clear()
    const { session } = await opened()
    expect(session.state).toEqual(NOBODY)
    expect(storage.items.size).toBe(0)
    expect(logged).toEqual([expect.stringMatching(/^Error logging in with token: /)])
  })

  it('logs out but tries the stored token again after a temporary server error', async () => {
    const { opened, answers, storage, clock, settle } = world(stored(80 * DAY))
    answers.set('login', () => {
      throw new DdpError(500, 'Internal server error')
    })
    const { session } = await opened()
    expect(session.state).toEqual(NOBODY)
    expect(storage.items.get('Meteor.loginToken')).toBe('good')
    answers.clear()
    clock.advance(3000)
    await settle()
    expect(session.state).toEqual(ANN)
  })

  it('keeps the token when the connection is lost while resuming', async () => {
    const { tab, settle, clock, storage } = world(stored(80 * DAY))
    const { session, client, cut } = tab()
    session.start()
    client.connect()
    cut()
    clock.advance(20)
    await settle()
    expect(session.state.userId).toBe('ann')
    expect(storage.items.get('Meteor.loginToken')).toBe('good')
  })

  it("follows another tab's login and logout within three seconds", async () => {
    const { opened, settle, clock, storage, calls } = world()
    const { session } = await opened()
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

  it.each(['before', 'while waiting for the answer', 'while waiting for an earlier call'])(
    'logs out at once without a connection that was lost %s, and does not log in again with it',
    async lost => {
      const { signedIn, answers, calls, clock, settle, storage } = world()
      const { session, cut } = await signedIn()
      const received: string[] = []
      session.onLogout(() => received.push('out'))
      if (lost === 'before') cut()
      if (lost === 'while waiting for an earlier call') {
        answers.set('forgotPassword', () => new Promise(() => {}))
        void askForPasswordReset(session, 'ann@home.example')
        await settle()
      }
      session.logOut().catch(() => undefined)
      if (lost !== 'before') cut()
      await settle()
      expect([session.state, session.expected, storage.items.size, received]).toEqual([NOBODY, null, 0, ['out']])
      answers.clear()
      clock.advance(20)
      await settle()
      clock.advance(3000)
      await settle()
      expect(session.state).toEqual(NOBODY)
      expect(calls.map(([name]) => name)).not.toContain('login')
    },
  )

  it('ends the login that had been sent before the new connection was there', async () => {
    const { signedIn, calls, clock, settle, storage } = world()
    const { client, session, cut } = await signedIn()
    client.onOpen(() => void session.logOut())
    cut()
    clock.advance(20)
    await settle()
    expect([session.state, storage.items.size]).toEqual([NOBODY, 0])
    expect(calls.map(([name]) => name)).toEqual(['login', 'logout'])
  })

  it('names the call that had no result', async () => {
    const { opened, answers, refusal } = world()
    const { session } = await opened()
    answers.set('login', () => undefined)
    expect(await refusal(logIn(session, 'ann', typed('secret words')))).toMatchObject({ reason: 'No result from call to login' })
    answers.set('createUser', () => ({ id: 'ann' }))
    expect(await refusal(signUp(session, { username: 'ann', email: '', password: typed('secret words'), locale: 'de' }))).toMatchObject({
      reason: 'No result from call to createUser',
    })
    expect(session.state).toEqual(NOBODY)
  })

  it('refuses a sign-up whose password is not text', async () => {
    const { opened, refusal, calls } = world()
    const { session } = await opened()
    const values = { username: 'ann', email: '', password: typed(undefined as unknown as string), locale: 'en' as const }
    expect(await refusal(signUp(session, values))).toEqual(new Error('options.password must be a string'))
    expect(calls).toEqual([])
  })
})

describe('the hooks of a session', () => {
  it('run at each login, at each failure with its error, and at the logout', async () => {
    const { opened, answers, refusal, settle, clock } = world()
    const { session, cut } = await opened()
    const received: unknown[] = []
    session.onLogin(() => received.push('in'))
    session.onLoginFailure(error => received.push((error as DdpError).reason))
    session.onLogout(() => received.push('out'))
    answers.set('login', () => {
      throw new DdpError(403, 'No.')
    })
    await refusal(logIn(session, 'ann', typed('wrong words')))
    answers.clear()
    await refusal(logIn(session, 'ann', typed('secret words')))
    cut()
    clock.advance(20)
    await settle()
    await refusal(session.logOut())
    expect(received).toEqual(['No.', 'in', 'in', 'out'])
  })

  it('do not take a temporary error of the server for a logout', async () => {
    const { opened, answers, settle, clock } = world(stored(80 * DAY))
    const { session, cut } = await opened()
    const received: string[] = []
    session.onLogout(() => received.push('out'))
    answers.set('login', () => {
      throw new DdpError(500, 'Internal server error')
    })
    cut()
    clock.advance(20)
    await settle()
    expect(session.state).toEqual(NOBODY)
    answers.clear()
    clock.advance(3000)
    await settle()
    expect(session.state).toEqual(ANN)
    expect(received).toEqual([])
  })

  it('run when a stored token is refused, and no longer after they were removed', async () => {
    const { tab, tokens, settle, clock, storage } = world(stored(80 * DAY))
    tokens.clear()
    const { session, client } = tab()
    const received: string[] = []
    const removeHook = session.onLoginFailure(error => received.push(String((error as DdpError).reason)))
    session.onLogout(() => received.push('out, though nobody was in'))
    session.start()
    client.connect()
    await settle()
    expect(received).toEqual(['Your session has expired. Please log in again.'])
    removeHook()
    storage.setItem('Meteor.loginToken', 'bad')
    clock.advance(3000)
    await settle()
    expect(received.length).toBe(1)
  })
})

describe('a password of the old format', () => {
  const old = (details?: string): DdpError => new DdpError(400, 'old password format', details)

  it('is upgraded at login, by a retry with the credential of the old format', async () => {
    const { opened, answers, calls, settle } = world()
    const { session } = await opened()
    answers.set('login', ([options]) => {
      if (!('srp' in (options as object))) throw old('{"format":"srp","identity":"idAAA"}')
      return 'as usual'
    })
    const failures: unknown[] = []
    session.onLoginFailure(error => failures.push(error))
    const login = logIn(session, 'ann@home.example', typed('hunter2'))
    await settle()
    await login
    expect(calls[1]).toEqual([
      'login',
      {
        user: { email: 'ann@home.example' },
        srp: 'b475a91ebb498b6ebd70b91e45a400c24f73fcded9dd9c79cf718b8f65c2131f',
        password: hashPassword('hunter2'),
      },
    ])
    expect(session.state).toEqual(ANN)
    expect(failures).toEqual([])
  })

  it('is retried only once', async () => {
    const { opened, answers, calls, refusal } = world()
    const { session } = await opened()
    answers.set('login', () => {
      throw old('{"format":"srp","identity":"idAAA"}')
    })
    expect(await refusal(logIn(session, 'ann', typed('hunter2')))).toMatchObject({ reason: 'old password format' })
    expect(calls.length).toBe(2)
  })

  it('must be reset when the server does not send what the upgrade needs', async () => {
    const { opened, answers, calls, refusal } = world()
    const { session } = await opened()
    const details = [undefined, 'no json', '{"format":"other","identity":"x"}', '{"format":"srp"}', 'null']
    for (const each of details) {
      answers.set('login', () => {
        throw old(each)
      })
      expect(await refusal(logIn(session, 'ann', typed('hunter2')))).toMatchObject({
        error: 400,
        reason: 'Password is old. Please reset your password.',
      })
    }
    expect(calls.length).toBe(details.length)
  })

  it('is upgraded before it is changed', async () => {
    const { signedIn, answers, calls, refusal } = world()
    const { session } = await signedIn()
    let upgraded = false
    answers.set('login', () => {
      upgraded = true
      return 'as usual'
    })
    answers.set('changePassword', () => {
      if (!upgraded) throw old('{"format":"srp","identity":"idAAA"}')
      return { passwordChanged: true }
    })
    expect(await refusal(changeOwnPassword(session, typed('hunter2'), typed('another one')))).toBeNull()
    const change = ['changePassword', hashPassword('hunter2'), hashPassword('another one')]
    const srp = 'b475a91ebb498b6ebd70b91e45a400c24f73fcded9dd9c79cf718b8f65c2131f'
    expect(calls).toEqual([change, ['login', { user: { id: 'ann' }, srp, password: hashPassword('hunter2') }], change])
  })
})

describe('the password', () => {
  it('is changed with both digests, and the token stays', async () => {
    const { signedIn, answers, calls, refusal, storage } = world()
    const { session } = await signedIn()
    const token = storage.items.get('Meteor.loginToken')
    answers.set('changePassword', () => ({ passwordChanged: true }))
    expect(await refusal(changeOwnPassword(session, typed('old words'), typed('new words')))).toBeNull()
    expect(calls).toEqual([['changePassword', hashPassword('old words'), hashPassword('new words')]])
    expect(storage.items.get('Meteor.loginToken')).toBe(token)
  })

  it('is not changed for a visitor, nor to an empty one, nor without a result', async () => {
    const { opened, signedIn, answers, calls, refusal } = world()
    const { session: visitor } = await opened()
    expect(await refusal(changeOwnPassword(visitor, typed('old words'), typed('new words')))).toEqual(
      new Error('Must be logged in to change password.'),
    )
    const { session } = await signedIn()
    expect(await refusal(changeOwnPassword(session, typed('old words'), typed('')))).toEqual(new DdpError(400, 'Password may not be empty'))
    expect(calls).toEqual([])
    answers.set('changePassword', () => undefined)
    expect(await refusal(changeOwnPassword(session, null, typed('new words')))).toEqual(new Error('No result from changePassword.'))
    expect(calls).toEqual([['changePassword', null, hashPassword('new words')]])
  })

  it('is not changed twice when the connection is lost before the result', async () => {
    const { signedIn, calls, clock, settle } = world()
    const { session, cut } = await signedIn()
    const changed = changeOwnPassword(session, typed('old words'), typed('new words')).catch((error: unknown) => error)
    cut()
    clock.advance(20)
    await settle()
    expect(await changed).toMatchObject({ error: 'invocation-failed' })
    expect(calls.map(([name]) => name)).toEqual(['login'])
  })

  it('is reset by a token, which signs in', async () => {
    const { opened, calls, refusal, storage } = world()
    const { session } = await opened()
    expect(await refusal(resetPasswordByToken(session, '', typed('new words')))).toEqual(new DdpError(400, 'Need to pass token'))
    expect(await refusal(resetPasswordByToken(session, 'T', typed('new words')))).toBeNull()
    expect(calls).toEqual([['resetPassword', 'T', hashPassword('new words')]])
    expect(session.state).toEqual(ANN)
    expect(storage.items.get('Meteor.loginToken')).toBe('fresh1')
  })

  it('is asked for by e-mail', async () => {
    const { opened, calls, refusal } = world()
    const { session } = await opened()
    expect(await refusal(askForPasswordReset(session, ' '))).toEqual(new DdpError(400, 'Must pass options.email'))
    expect(await refusal(askForPasswordReset(session, ' ann@home.example '))).toBeNull()
    expect(calls).toEqual([['forgotPassword', { email: 'ann@home.example' }]])
  })
})

describe('an address', () => {
  it('is verified by a token, which signs in', async () => {
    const { opened, calls, refusal } = world()
    const { session } = await opened()
    expect(await refusal(verifyEmailByToken(session, ''))).toEqual(new DdpError(400, 'Need to pass token'))
    expect(await refusal(verifyEmailByToken(session, 'T'))).toBeNull()
    expect(calls).toEqual([['verifyEmail', 'T']])
    expect(session.state).toEqual(ANN)
  })
})

describe('other sessions', () => {
  it('end in two directly successive calls, and this browser keeps its new token', async () => {
    const { signedIn, calls, refusal, storage } = world()
    const { session } = await signedIn()
    const token = storage.items.get('Meteor.loginToken')
    expect(await refusal(endOtherSessions(session))).toBeNull()
    expect(calls).toEqual([['getNewToken'], ['removeOtherTokens']])
    expect(storage.items.get('Meteor.loginToken')).not.toBe(token)
    expect(session.state).toEqual(ANN)
  })

  it('do not include tabs of the same browser: after a disconnect they log in with its new token', async () => {
    const { signedIn, opened, tokens, refusal, storage, clock, settle, logged } = world()
    const { session } = await signedIn()
    const { session: other, cut } = await opened()
    expect(other.state).toEqual(ANN)
    await refusal(endOtherSessions(session))
    const token = storage.items.get('Meteor.loginToken')!
    for (const each of [...tokens.keys()]) if (each !== token) tokens.delete(each)
    cut()
    clock.advance(20)
    await settle()
    expect(other.state).toEqual(ANN)
    expect(storage.items.get('Meteor.loginToken')).toBe(token)
    expect(logged).toEqual([])
  })

  it('leave a newer token alone when an older one is refused', async () => {
    const { opened, answers, storage, clock, settle, tokens } = world(stored(80 * DAY))
    const { session, cut } = await opened()
    tokens.delete('good')
    tokens.set('newer', 'ann')
    answers.set('login', ([options]) => {
      if ((options as { resume: string }).resume === 'good') storage.setItem('Meteor.loginToken', 'newer')
      return 'as usual'
    })
    cut()
    clock.advance(20)
    await settle()
    expect(session.state).toEqual(ANN)
    expect(storage.items.get('Meteor.loginToken')).toBe('newer')
  })
})

describe('while the link of an e-mail is being handled', () => {
  it('the login by the stored token waits', async () => {
    const { tab, settle, calls, clock, storage } = world(stored(80 * DAY))
    const { session, client, cut } = tab()
    session.setPaused(true)
    session.start()
    client.connect()
    await settle()
    clock.advance(3000)
    cut()
    clock.advance(20)
    await settle()
    expect(calls).toEqual([])
    expect(session.state).toEqual(NOBODY)
    expect(storage.items.get('Meteor.loginToken')).toBe('good')
    session.setPaused(false)
    await settle()
    expect(calls).toEqual([['login', { resume: 'good' }]])
    expect(session.state).toEqual(ANN)
  })

  it('a logged-in user stays logged in, and a user logged in by the link is not replaced afterwards', async () => {
    const { opened, settle, calls, clock, refusal } = world(stored(80 * DAY))
    const { session, cut } = await opened()
    session.setPaused(true)
    cut()
    clock.advance(20)
    await settle()
    expect(session.state).toEqual(ANN)
    await refusal(resetPasswordByToken(session, 'T', typed('new words')))
    calls.length = 0
    session.setPaused(false)
    clock.advance(3000)
    await settle()
    expect(calls).toEqual([])
  })
})

describe('a deleted account', () => {
  it('is signed out here without another call', async () => {
    const { signedIn, calls, refusal, storage, clock, settle } = world()
    const { session } = await signedIn()
    expect(await refusal(deleteAccount(session, { password: typed('secret words').toDigest(), eraseScores: true }))).toBeNull()
    clock.advance(3000)
    await settle()
    expect(calls).toEqual([['account.delete', { password: hashPassword('secret words'), eraseScores: true }]])
    expect(session.state).toEqual(NOBODY)
    expect(storage.items.size).toBe(0)
  })
})
