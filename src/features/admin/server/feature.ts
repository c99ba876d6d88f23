import { DdpError } from '../../../ddp/wire/error.ts'
import { writeFeed } from '../../../platform/db/feed/write.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import { GLOBAL_GROUP, hasGlobalRole } from '../../roles/rules.ts'
import type { RolesDoor } from '../../roles/server/door.ts'
import { usersDelete, usersEnroll } from '../contract.ts'
import { firstAdministratorToken } from './first-administrator.ts'

export interface AdminFeature {
  /** The token of the first administrator's link; null when there is an administrator who can log in. */
  firstAdministratorToken(): Promise<string | null>
}

export function startAdmin({ database, live }: Platform, { accounts, roles }: { accounts: AccountsDoor; roles: RolesDoor }): AdminFeature {
  const adminOnly = async (call: { userId: string | null }): Promise<void> => {
    const person = await accounts.person(signedIn(call))
    if (person === null || !hasGlobalRole(person.roles, ['admin'])) throw new DdpError(403, 'Only an administrator may do this.')
  }

  live.method(usersEnroll, async call => {
    await adminOnly(call)
    const { _id: id, username, email, roles: names = [] } = call.input
    await accounts.enroll({ id, username, email })
    if (names.length > 0) {
      await call.wrote(await database.transaction(async tx => writeFeed(tx, await roles.change(tx, [id], names, GLOBAL_GROUP, 'add'))))
    }
    return { userId: id }
  })

  live.method(usersDelete, async call => {
    await adminOnly(call)
    await call.wrote(await accounts.deleteUser(call.input))
    return {}
  })

  return { firstAdministratorToken: () => firstAdministratorToken(database.db, accounts) }
}
