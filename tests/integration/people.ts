import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { userChanged } from '../../src/features/accounts/server/changes.ts'
import { appendChanges } from '../../src/platform/db/change-log/write.ts'
import { Wire } from './wire.ts'
import type { World } from './world.ts'

export const PASSWORD = 'correct horse battery'

/** Returns a password as the mission's clients send it. */
export const digestOf = (password: string): { digest: string; algorithm: string } => ({
  digest: createHash('sha256').update(password, 'utf8').digest('hex'),
  algorithm: 'sha-256',
})

export interface LoggedIn {
  id: string
  token: string
  tokenExpires: Date
  type: string
}

export interface SignedUp extends LoggedIn {
  wire: Wire
  username: string
}

/** Signs up a new player on a new connection. */
export async function signUp(world: Pick<World, 'endpoint'>, username: string, more: object = {}): Promise<SignedUp> {
  const wire = await Wire.open(world.endpoint)
  const login = await wire.call<LoggedIn>('createUser', { username, password: digestOf(PASSWORD), ...more })
  return { ...login, wire, username }
}

export const logIn = (wire: Wire, username: string, password = PASSWORD): Promise<LoggedIn> =>
  wire.call<LoggedIn>('login', { user: { username }, password: digestOf(password) })

/** Returns the names and ids of some machines of the starter catalogue. */
export async function someMachines(world: World, count: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await world.app.database.pool.query<{ id: string; name: string }>(
    'SELECT id, name FROM machines WHERE NOT retired ORDER BY name, id LIMIT $1',
    [count],
  )
  return rows
}

export const someMachine = async (world: World): Promise<string> => (await someMachines(world, 1))[0]!.id

/** Sets a user's global roles to exactly these, directly in the database instead of by a method. */
export async function grant({ app: { database, feed } }: World, userId: string, roles: readonly string[]): Promise<void> {
  const news = await database.transaction(async tx => {
    const { rows } = await sql<{ roles: unknown }>`
      UPDATE users SET roles = coalesce(roles, '{}') || jsonb_build_object('__global_roles__', ${JSON.stringify(roles)}::jsonb)
      WHERE id = ${userId} RETURNING roles
    `.execute(tx)
    return appendChanges(tx, [userChanged.of({ userId, roles: rows[0]!.roles })])
  })
  await feed.push(news)
}

export const makeAdmin = (world: World, userId: string): Promise<void> => grant(world, userId, ['admin'])
