import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { userChanged } from '#accounts/server/changes.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import { DdpTestClient } from './ddp-test-client.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'correct horse battery'

/** Returns a password as the mission's clients send it. */
export const digestPassword = (password: string): { digest: string; algorithm: string } => ({
  digest: createHash('sha256').update(password, 'utf8').digest('hex'),
  algorithm: 'sha-256',
})

export interface LoginResult {
  id: string
  token: string
  tokenExpires: Date
  type: string
}

export interface TestUser extends LoginResult {
  client: DdpTestClient
  username: string
}

/** Signs up a new player on a new connection. */
export async function signUp(testApp: Pick<TestApp, 'endpoint'>, username: string, more: object = {}): Promise<TestUser> {
  const client = await DdpTestClient.open(testApp.endpoint)
  const login = await client.call<LoginResult>('createUser', { username, password: digestPassword(PASSWORD), ...more })
  return { ...login, client, username }
}

export const logIn = (client: DdpTestClient, username: string, password = PASSWORD): Promise<LoginResult> =>
  client.call<LoginResult>('login', { user: { username }, password: digestPassword(password) })

/** Returns the names and ids of some machines of the starter catalogue. */
export async function listMachines(testApp: TestApp, count: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await testApp.app.database.pool.query<{ id: string; name: string }>(
    'SELECT id, name FROM machines WHERE NOT retired ORDER BY name, id LIMIT $1',
    [count],
  )
  return rows
}

export const firstMachineId = async (testApp: TestApp): Promise<string> => (await listMachines(testApp, 1))[0]!.id

/** Sets a user's global roles to exactly these, directly in the database instead of by a method. */
export async function grantRoles({ app: { database, changeLog } }: TestApp, userId: string, roles: readonly string[]): Promise<void> {
  const changes = await database.transaction(async tx => {
    const { rows } = await sql<{ roles: unknown }>`
      UPDATE users SET roles = coalesce(roles, '{}') || jsonb_build_object('__global_roles__', ${JSON.stringify(roles)}::jsonb)
      WHERE id = ${userId} RETURNING roles
    `.execute(tx)
    return appendChanges(tx, [userChanged.of({ userId, roles: rows[0]!.roles })])
  })
  await changeLog.publish(changes)
}

export const makeAdmin = (testApp: TestApp, userId: string): Promise<void> => grantRoles(testApp, userId, ['admin'])

/** Makes an account a week and a day old, so that its events are in the site's lists at once. */
export const makeEstablished = ({ app }: TestApp, userId: string): Promise<unknown> =>
  app.database.pool.query("UPDATE users SET created_at = now() - interval '8 days' WHERE id = $1", [userId])
