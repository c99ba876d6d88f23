import { createHash, randomBytes } from 'node:crypto'
import Ddp from 'ddp.js'
import { WebSocket } from 'ws'
import type { TestApp } from '../../integration/helpers/test-app.ts'
import { grantRoles, signUp, type TestUser } from '../../integration/helpers/users.ts'

/** The roles that make each call. The owner owns what the call is about (score, comment, group); the manager helps to run that group. */
export const ROLES = ['visitor', 'player', 'owner', 'manager', 'moderator', 'machine-editor', 'event-director', 'admin'] as const
export type Role = (typeof ROLES)[number]
const GLOBAL: readonly Role[] = ['moderator', 'machine-editor', 'event-director', 'admin']

export interface Caller {
  role: Role
  userId: string | null
  /** @returns the error's code; null if there was no error */
  call(kind: 'method' | 'sub', name: string, params: unknown[]): Promise<string | number | null>
  close(): void
}

/**
 * Classifies an answer: A allowed, R refused, H hidden. A conflict (409) is A, since the caller may know about the existing data.
 * @param codes what the codes of this call's errors mean that are not those of the other calls
 */
export function classifyOutcome(error: string | number | null, codes: Readonly<Record<string, string>> = {}): string {
  if (error !== null && codes[error] !== undefined) return codes[error]
  if (error === null || error === 409) return 'A'
  if (error === 401 || error === 403 || error === 'You are not logged in.' || error === 'Unauthorized') return 'R'
  return error === 404 ? 'H' : `unexpected ${error}`
}

let count = 0

/** Creates a user with a role. */
export async function createUserWithRole(testApp: TestApp, role: Role): Promise<TestUser> {
  const user = await signUp(testApp, `${role} ${++count}`, { email: `user-${count}@example.com` })
  if (GLOBAL.includes(role)) await grantRoles(testApp, user.id, [role])
  return user
}

/** Stores a login token as a login would have done, and returns it. */
async function createLoginToken(testApp: TestApp, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64')
  await testApp.app.database.pool.query('INSERT INTO login_tokens (hashed_token, user_id, issued_at) VALUES ($1, $2, now())', [
    hash,
    userId,
  ])
  return token
}

/** Connects an unmodified third-party client and logs it in as the user; without a user it stays a visitor. */
export async function connectCaller(testApp: TestApp, role: Role, user?: TestUser): Promise<Caller> {
  const client = new Ddp({ endpoint: testApp.endpoint, SocketConstructor: WebSocket, autoReconnect: false })
  const received: { [key: string]: unknown }[] = []
  const checks = new Set<() => void>()
  for (const event of ['ready', 'nosub', 'result', 'connected']) {
    client.on(event, message => {
      received.push(message ?? { msg: event })
      for (const check of checks) check()
    })
  }
  const waitForMessage = (matches: (message: { [key: string]: unknown }) => boolean): Promise<{ [key: string]: unknown }> =>
    new Promise(resolve => {
      const check = (): void => {
        const found = received.find(matches)
        if (found === undefined) return
        checks.delete(check)
        resolve(found)
      }
      checks.add(check)
      check()
    })
  await waitForMessage(({ msg }) => msg === 'connected')
  const call: Caller['call'] = async (kind, name, params) => {
    const id = kind === 'method' ? client.method(name, params) : client.sub(name, params)
    const answer = await waitForMessage(
      message => message.id === id || (message.msg === 'ready' && (message.subs as string[]).includes(id)),
    )
    received.length = 0
    if (answer.msg === 'ready') client.unsub(id)
    return (answer.error as { error: string | number } | undefined)?.error ?? null
  }
  if (user !== undefined) {
    const error = await call('method', 'login', [{ resume: await createLoginToken(testApp, user.id) }])
    if (error !== null) throw new Error(`${role} could not log in: ${error}`)
  }
  return { role, userId: user?.id ?? null, call, close: () => client.disconnect() }
}
