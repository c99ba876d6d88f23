import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from './door.ts'
import { registerMethods } from './methods.ts'
import { Passwords } from './passwords.ts'
import { People } from './people.ts'
import { registerPublications } from './publications.ts'
import { AccountsService } from './service.ts'
import { findUser } from './store.ts'
import { TokenConnections } from './tokens.ts'

export function startAccounts({ database, clock, live, config }: Platform): AccountsDoor {
  const people = new People(database)
  const connections = new TokenConnections()
  const service = new AccountsService({
    database,
    clock,
    passwords: new Passwords(),
    loginExpirationDays: config.loginExpirationDays,
    signUps: config.signUps,
  })
  registerMethods(live, service, connections)
  registerPublications(live, database)
  live.feed.on('user', ({ body }) => people.forget((body as { userId: string }).userId))
  live.feed.on('token-gone', ({ body }) => connections.revoke((body as { hashedToken: string }).hashedToken))
  return { person: userId => people.get(userId), userByName: username => findUser(database.db, { username }) }
}
