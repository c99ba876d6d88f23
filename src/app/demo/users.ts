import { PasswordHasher, toDigest } from '#accounts/server/passwords/password-hasher.ts'
import { insertUser } from '#accounts/server/store.ts'
import { anyOf } from '#platform/db/any-of.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { changeRole } from '../cli/admin-users.ts'
import { UsageError } from '../cli/usage-error.ts'
import type { Features } from '../server/features.ts'
import { type DemoMachine, demoMachines } from './machines.ts'
import { DEMO_PASSWORD, type DemoPerson, DIRECTOR, demoPeople } from './people.ts'
import { YEARS } from './scores.ts'

const DIRECTORS_ROLES = ['event-director', 'machine-editor', 'moderator']

/** Creates an account for every person, dated to the day when the person joined, with the demo's password. @returns their ids */
export async function seedUsers(
  database: Database,
  features: Features,
  { changeLog }: LiveServer,
  now: number,
): Promise<Map<DemoPerson, string>> {
  const passwordHash = await new PasswordHasher().hash(toDigest(DEMO_PASSWORD))
  const ids = new Map(demoPeople.map(person => [person, uuidv7()]))
  const changes = await database.transaction(async tx => {
    for (const [person, id] of ids) {
      const { username, displayName } = person
      await insertUser(tx, { id, username, displayName, profile: { name: displayName }, email: null, passwordHash, locale: null })
      await tx
        .updateTable('users')
        .set({ created_at: new Date(joinedAt(person, now)) })
        .where('id', '=', id)
        .execute()
    }
    return appendChanges(
      tx,
      [...ids.values()].map(userId => ({ kind: 'user', body: { userId } })),
    )
  })
  await changeLog.publish(changes)
  const director = ids.get(demoPeople.find(({ username }) => username === DIRECTOR)!)!
  for (const role of DIRECTORS_ROLES) await changeRole(database, features, director, role, 'add')
  await changeLog.catchUp()
  return ids
}

/** Returns when a person joined (ms). */
export const joinedAt = ({ since }: DemoPerson, now: number): number => now - YEARS * (1 - since) - 86_400_000

/** @returns the ids of the demo's machines. @throws UsageError when one is missing */
export async function findMachines({ db }: Database): Promise<Map<DemoMachine, string>> {
  const rows = await db
    .selectFrom('machines')
    .select(['id', 'name', 'year'])
    .where('name', '=', anyOf(demoMachines.map(({ name }) => name)))
    .where('retired', '=', false)
    .orderBy('id')
    .execute()
  return new Map(
    demoMachines.map(machine => {
      const found = rows.find(({ name, year }) => name === machine.name && year === machine.year)
      if (found === undefined)
        throw new UsageError(`The demo needs ${machine.name} (${machine.year}) of the starter catalogue, which is not there.`)
      return [machine, found.id]
    }),
  )
}
