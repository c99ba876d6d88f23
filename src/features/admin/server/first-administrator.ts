import type { AccountsApi } from '#accounts/server/api.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { Database } from '#platform/db/database.ts'
import { seedOnce } from '#platform/db/seed-lock.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { GLOBAL_GROUP } from '#roles/rules.ts'
import { findUnclaimedAdministrator, hasAdministrator } from './store.ts'

/**
 * Returns the token of a link by which the first administrator chooses a password; null if there is an administrator who can log in. Each
 * call creates a new token and invalidates the earlier ones.
 * @param mayPrint called if there is none: false if another node prints the link; then null is returned and nothing changes
 */
export async function firstAdministratorToken(
  database: Database,
  accounts: AccountsApi,
  mayPrint: () => Promise<boolean>,
): Promise<string | null> {
  if ((await hasAdministrator(database.db)) || !(await mayPrint())) return null
  return seedOnce(database, async tx => {
    const userId = (await findUnclaimedAdministrator(tx)) ?? (await createAdministrator(accounts))
    return accounts.enrollmentLink(userId)
  })
}

/** The user name is `admin`, or `admin-` with four more characters if a player has that name. */
async function createAdministrator(accounts: AccountsApi): Promise<string> {
  const id = uuidv7()
  const enroll = (username: string): Promise<unknown> =>
    accounts.enroll({ id, username, email: null, roles: { [GLOBAL_GROUP]: ['admin'] } })
  await enroll('admin').catch(error => {
    if (error instanceof DdpError && error.error === 403) return enroll(`admin-${id.slice(-4)}`)
    throw error
  })
  return id
}
