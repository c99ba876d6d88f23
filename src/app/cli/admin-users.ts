import type { AccountsApi } from '#accounts/server/api.ts'
import { findSecret } from '#accounts/server/store.ts'
import type { AuditApi, AuditEntry } from '#audit/server/api.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { GLOBAL_GROUP, groupsForUser, rolesForUser } from '#roles/rules.ts'
import { changeRoles, toAssignmentEntry } from '#roles/server/change-roles.ts'
import { listRoleHolders, listRoles } from '#roles/server/store.ts'
import { UsageError } from './usage-error.ts'

interface AdminUserServices {
  accounts: AccountsApi
  audit: AuditApi
}

const aboutUser = (id: string): Pick<AuditEntry, 'by' | 'subject' | 'about'> => ({
  by: null,
  subject: { kind: 'user', id, label: null },
  about: id,
})

/** @throws UsageError */
export async function userId(accounts: AccountsApi, username: string): Promise<string> {
  const user = await accounts.findUserByName(username)
  if (user === null) throw new UsageError(`There is no user ${username}.`)
  return user.id
}

/** A role is made in the administration; a name that nobody made one of is a slip. @throws UsageError */
export async function expectRole({ db }: Database, role: string): Promise<void> {
  const names = (await listRoles(db)).map(({ name }) => name)
  if (!names.includes(role)) throw new UsageError(`There is no role ${role}. There are: ${names.sort().join(', ')}.`)
}

/**
 * Creates an account whose owner sets the password through a link. For an existing account without a password, only a new link is made.
 * @returns the link's path
 * @throws UsageError, DdpError
 */
export async function enroll(
  database: Database,
  { accounts, audit }: AdminUserServices,
  { username, email, role }: { username: string; email?: string | undefined; role?: string | undefined },
): Promise<string> {
  const known = await accounts.findUserByName(username)
  if (known !== null && (await findSecret(database.db, known.id)) !== null)
    throw new UsageError(`${known.username} has a password already. Who forgot it gets a new one by e-mail, from the page to sign in.`)
  if (known !== null && email !== undefined) throw new UsageError(`${known.username} is there already. For a fresh link leave --email out.`)
  const id = known?.id ?? uuidv7()
  if (known === null)
    await accounts.enroll({ id, username, email: email ?? null, mail: false }, tx =>
      audit.write(tx, { action: 'users.enroll', ...aboutUser(id) }),
    )
  if (role !== undefined) await changeRole(database, { audit }, id, role, 'add')
  return `/#/enroll-account/${await accounts.enrollmentLink(id)}`
}

/** Adds or removes a global role. @throws RolesError, DdpError 409 if the last administrator would lose that role */
export async function changeRole(
  database: Database,
  { audit }: Pick<AdminUserServices, 'audit'>,
  id: string,
  role: string,
  mode: 'add' | 'remove',
): Promise<void> {
  await database.transaction(async tx => {
    const changes = await changeRoles(tx, [id], [role], GLOBAL_GROUP, mode)
    const entries = changes.length === 0 ? [] : [toAssignmentEntry(null, id, [role], mode)]
    return appendChanges(tx, [...changes, ...(await audit.write(tx, ...entries))])
  })
}

/** @throws DdpError 404 */
export async function deleteUser({ accounts, audit }: AdminUserServices, id: string, eraseScores: boolean): Promise<void> {
  await accounts.deleteUser({ userId: id, eraseScores }, tx =>
    audit.write(tx, { action: 'users.delete', ...aboutUser(id), details: { eraseScores } }),
  )
}

/** Returns one line for each role and one for each role that is held in a group, such as `admin: ada, grace`. */
export async function roleLines({ db }: Database): Promise<string[]> {
  const holders = new Map<string, string[]>((await listRoles(db)).map(({ name }) => [name, []]))
  for (const { username, roles } of await listRoleHolders(db)) {
    const inGroups = groupsForUser(roles).flatMap(group => {
      const everywhere = rolesForUser(roles, GLOBAL_GROUP)
      return rolesForUser(roles, group)
        .filter(role => !everywhere.includes(role))
        .map(role => `${role} in ${group}`)
    })
    for (const what of [...rolesForUser(roles), ...inGroups]) holders.set(what, [...(holders.get(what) ?? []), username])
  }
  return [...holders].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, who]) => `${what}: ${who.length === 0 ? 'nobody' : who.join(', ')}`)
}
