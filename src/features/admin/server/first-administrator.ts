import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database } from '../../../platform/db/database.ts'
import { seedOnce } from '../../../platform/db/seed-lock.ts'
import { uuidv7 } from '../../../platform/uuid.ts'
import type { AccountsApi } from '../../accounts/server/api.ts'
import { GLOBAL_GROUP } from '../../roles/rules.ts'
import { hasAdministrator, waitingAdministrator } from './store.ts'

/**
 * The token of a link by which the first administrator chooses a password; null when there is one who can log in. Each call makes a fresh token,
 * and the older ones are worth nothing after it.
 * @param mayPrint asked where there is none: whether the link is this node's to print; false: null is returned and nothing changes
 */
export async function firstAdministratorToken(
  database: Database,
  accounts: AccountsApi,
  mayPrint: () => Promise<boolean>,
): Promise<string | null> {
  if ((await hasAdministrator(database.db)) || !(await mayPrint())) return null
  return seedOnce(database, async tx => {
    const userId = (await waitingAdministrator(tx)) ?? (await makeAdministrator(accounts))
    return accounts.enrolLink(userId)
  })
}

/** `admin`, or with a few letters more where a player took that name. */
async function makeAdministrator(accounts: AccountsApi): Promise<string> {
  const id = uuidv7()
  const enroll = (username: string): Promise<unknown> =>
    accounts.enroll({ id, username, email: null, roles: { [GLOBAL_GROUP]: ['admin'] } })
  await enroll('admin').catch(error => {
    if (error instanceof DdpError && error.error === 403) return enroll(`admin-${id.slice(-4)}`)
    throw error
  })
  return id
}
