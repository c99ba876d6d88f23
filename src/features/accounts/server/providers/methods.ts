import {
  accountBeginLoginService,
  accountLinkLoginService,
  accountLoginServices,
  accountLookAtLogin,
  accountUnlinkLoginService,
} from '#accounts/contract/login-services.ts'
import { type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import type { OwnerCheck } from '../owner-check.ts'
import { beginPath } from './login-providers.ts'
import type { ProviderLogins } from './provider-logins.ts'

/** Methods by which users link their accounts with providers. */
export function registerLoginServiceMethods(
  live: LiveServer,
  { logins, ownerCheck }: { logins: ProviderLogins; ownerCheck: OwnerCheck },
): void {
  live.method(accountLoginServices, call => logins.list(signedIn(call)))

  live.method(accountLookAtLogin, call => logins.look(call.input))

  live.method(accountBeginLoginService, async call => {
    const userId = signedIn(call)
    const { service, password, code } = call.input
    await ownerCheck.forSignInMethods(userId, { password, code }, call.invocation.connection)
    return { url: `${beginPath(service)}?ticket=${logins.ticket(service, userId)}` }
  })

  live.method(accountLinkLoginService, async call => {
    const { service, changes } = await logins.link(signedIn(call), call.input)
    await call.committed(changes)
    return { service }
  })

  live.method(accountUnlinkLoginService, async call => {
    const userId = signedIn(call)
    const { service, password, code } = call.input
    await ownerCheck.forSignInMethods(userId, { password, code }, call.invocation.connection)
    await call.committed(await logins.unlink(userId, service))
    return {}
  })
}
