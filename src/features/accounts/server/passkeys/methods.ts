import {
  accountAddPasskey,
  accountBeginPasskey,
  accountBeginPasskeySignIn,
  accountPasskeys,
  accountRemovePasskey,
  accountRenamePasskey,
} from '#accounts/contract/passkeys.ts'
import { type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import type { OwnerCheck } from '../owner-check.ts'
import { describeDevice } from '../sessions/user-agent.ts'
import type { Passkeys } from './passkeys.ts'

/** Methods by which users manage their passkeys, and the one that begins to sign in with one; `login` ends that. */
export function registerPasskeyMethods(live: LiveServer, { passkeys, ownerCheck }: { passkeys: Passkeys; ownerCheck: OwnerCheck }): void {
  live.method(accountPasskeys, call => passkeys.list(signedIn(call)))

  live.method(accountBeginPasskey, async call => {
    const userId = signedIn(call)
    const { connection } = call.invocation
    await ownerCheck.forSignInMethods(userId, call.input, connection)
    return passkeys.beginRegistration(userId, connection)
  })

  live.method(accountAddPasskey, call => {
    const { connection } = call.invocation
    return passkeys.add(signedIn(call), call.input, connection, describeDevice(connection.httpHeaders['user-agent']))
  })

  live.method(accountRenamePasskey, async call => {
    await passkeys.rename(signedIn(call), call.input.passkeyId, call.input.name)
    return {}
  })

  live.method(accountRemovePasskey, async call => {
    const userId = signedIn(call)
    const { passkeyId, ...proof } = call.input
    await ownerCheck.forSignInMethods(userId, proof, call.invocation.connection)
    await passkeys.remove(userId, passkeyId)
    return {}
  })

  live.method(accountBeginPasskeySignIn, call => passkeys.beginSignIn(call.invocation.connection))
}
