import { createHash, randomBytes } from 'node:crypto'
import Ddp from 'ddp.js'
import { WebSocket } from 'ws'
import { grant, type SignedUp, signUp } from '../../integration/people.ts'
import type { World } from '../../integration/world.ts'

/** Who asks. The owner owns what is asked about: the score, the comment, the group; the manager runs that group with him. */
export const ROLES = ['visitor', 'player', 'owner', 'manager', 'moderator', 'machine-editor', 'event-director', 'admin'] as const
export type Role = (typeof ROLES)[number]
const GLOBAL: readonly Role[] = ['moderator', 'machine-editor', 'event-director', 'admin']

export interface Actor {
  role: Role
  userId: string | null
  /** @returns the error's code; null: there was none */
  ask(kind: 'method' | 'sub', name: string, params: unknown[]): Promise<string | number | null>
  close(): void
}

/** What an answer means for a permission: allowed, refused or hidden. A conflict with what is there was allowed to be found out. */
export function outcome(error: string | number | null): string {
  if (error === null || error === 409) return 'A'
  if (error === 401 || error === 403 || error === 'You are not logged in.' || error === 'Unauthorized') return 'R'
  return error === 404 ? 'H' : `unexpected ${error}`
}

let count = 0

/** A new user in a role. */
export async function person(world: World, role: Role): Promise<SignedUp> {
  const user = await signUp(world, `${role} ${++count}`, { email: `user-${count}@example.com` })
  if (GLOBAL.includes(role)) await grant(world, user.id, [role])
  return user
}

/** A login token as a login would have made it. */
async function tokenOf(world: World, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64')
  await world.app.database.pool.query('INSERT INTO login_tokens (hashed_token, user_id, issued_at) VALUES ($1, $2, now())', [hash, userId])
  return token
}

/** An unmodified third-party client, signed in as a user; without one, a visitor. */
export async function enter(world: World, role: Role, user?: SignedUp): Promise<Actor> {
  const client = new Ddp({ endpoint: world.endpoint, SocketConstructor: WebSocket, autoReconnect: false })
  const heard: { [key: string]: unknown }[] = []
  const looks = new Set<() => void>()
  for (const event of ['ready', 'nosub', 'result', 'connected']) {
    client.on(event, message => {
      heard.push(message ?? { msg: event })
      for (const look of looks) look()
    })
  }
  const until = (passes: (message: { [key: string]: unknown }) => boolean): Promise<{ [key: string]: unknown }> =>
    new Promise(resolve => {
      const look = (): void => {
        const found = heard.find(passes)
        if (found === undefined) return
        looks.delete(look)
        resolve(found)
      }
      looks.add(look)
      look()
    })
  await until(({ msg }) => msg === 'connected')
  const ask: Actor['ask'] = async (kind, name, params) => {
    const id = kind === 'method' ? client.method(name, params) : client.sub(name, params)
    const answer = await until(message => message.id === id || (message.msg === 'ready' && (message.subs as string[]).includes(id)))
    heard.length = 0
    if (answer.msg === 'ready') client.unsub(id)
    return (answer.error as { error: string | number } | undefined)?.error ?? null
  }
  if (user !== undefined) {
    const error = await ask('method', 'login', [{ resume: await tokenOf(world, user.id) }])
    if (error !== null) throw new Error(`${role} could not log in: ${error}`)
  }
  return { role, userId: user?.id ?? null, ask, close: () => client.disconnect() }
}
