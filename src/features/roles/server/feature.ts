import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Ejson } from '../../../ddp/wire/ejson.ts'
import type { Platform } from '../../../platform/platform.ts'
import { USERS } from '../../accounts/contract.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import { ROLES } from '../contract.ts'

/** `_roles`: one's own document with nothing but its roles; ready at once for a visitor. */
export function startRoles({ live }: Platform, { accounts }: { accounts: AccountsDoor }): void {
  live.ddp.publish(ROLES, async publishing => {
    const set = new LiveSet()
    const person = publishing.userId === null ? null : await accounts.person(publishing.userId)
    if (person !== null && person.roles !== null) set.put(USERS, person.userId, { roles: person.roles as Ejson })
    return set
  })
}
