import type { Invocation } from '#ddp/server/invocation.ts'
import type { Database } from '#platform/db/database.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { accountDeleteByPassword, accountExportByPassword } from '../contract/by-password.ts'
import { accountEndSession, accountSessions } from '../contract/sessions.ts'
import { accountConfirmSignIn, accountSignInMethods } from '../contract/sign-in-methods.ts'
import { accountDelete, accountExport, accountSendVerification, accountSetEmail, accountSetLocale } from '../contract.ts'
import { userSelector } from '../rules.ts'
import type { AccountsParts } from './methods.ts'
import type { OwnerCheck } from './owner-check.ts'
import type { PasswordInput } from './passwords/credentials.ts'
import type { AccountDeletion } from './personal-data/account-deletion.ts'
import type { PersonalExport } from './personal-data/personal-export.ts'
import type { LoginProviders } from './providers/login-providers.ts'
import type { FreshSignIn } from './sessions/fresh-sign-in.ts'
import { signInMethods } from './sign-in-methods.ts'

interface AccountMethodsParts {
  database: Database
  providers: Pick<LoginProviders, 'names'>
  ownerCheck: OwnerCheck
  deletion: AccountDeletion
  exports: PersonalExport
  freshSignIn: FreshSignIn
}

/** Methods behind the page of the user's own account. */
export function registerAccountMethods(
  { live, service, sessions, emails, connections }: AccountsParts,
  { database, providers, ownerCheck, deletion, exports, freshSignIn }: AccountMethodsParts,
): void {
  live.method(accountSessions, async call => {
    const userId = signedIn(call)
    await sessions.touch(connections.tokens())
    return sessions.list(userId, connections.tokenOf(call.invocation.connection))
  })

  live.method(accountConfirmSignIn, async call => {
    const { password, code } = call.input
    await ownerCheck.forSignInMethods(signedIn(call), { password, code }, call.invocation.connection)
    await freshSignIn.record(call.invocation)
    return {}
  })

  live.method(accountSignInMethods, async call => {
    const userId = signedIn(call)
    const fresh = await freshSignIn.isFresh(call.invocation.connection)
    return { ...(await signInMethods(database.db, userId, providers.names())), fresh }
  })

  live.method(accountEndSession, async call => {
    await call.committed(await sessions.end(signedIn(call), call.input.sessionId))
    return {}
  })

  live.method(accountSetEmail, async call => {
    const userId = signedIn(call)
    const { email, password } = call.input
    await emails.change(userId, email, () => ownerCheck.forOtherChanges(userId, password, call.invocation.connection))
    return {}
  })

  live.method(accountSendVerification, async call => {
    await emails.sendVerification(signedIn(call))
    return {}
  })

  live.method(accountSetLocale, async call => {
    await service.setLocale(signedIn(call), call.input.locale)
    return {}
  })

  live.method(accountExport, call => exports.createDownload(signedIn(call)))

  const identify = (call: { input: { name: string; password: PasswordInput; code?: string | undefined }; invocation: Invocation }) => {
    const { name, password, code } = call.input
    return service.identify(userSelector(name), password, code, call.invocation.connection.clientAddress)
  }

  live.method(accountExportByPassword, async call => exports.createDownload(await identify(call)))

  live.method(accountDeleteByPassword, async call => {
    const userId = await identify(call)
    await call.committed(await deletion.run({ userId, eraseScores: call.input.eraseScores }))
    return {}
  })

  live.method(accountDelete, async call => {
    const userId = signedIn(call)
    const { connection } = call.invocation
    const { password, eraseScores } = call.input
    await ownerCheck.forOtherChanges(userId, password, connection)
    await call.committed(await connections.keepOpenDuring(connection, () => deletion.run({ userId, eraseScores })))
    await call.invocation.setUserId(null)
    // Every connection whose token is deleted is closed; this one only after it has received the result.
    call.invocation.closeWhenAnswered()
    return {}
  })
}
