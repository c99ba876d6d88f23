import { signedIn } from '../../../platform/live/server/live-server.ts'
import { accountDelete, accountEndSession, accountExport, accountSendVerification, accountSessions, accountSetEmail } from '../contract.ts'
import type { AccountsParts } from './methods.ts'
import type { Credentials } from './passwords/credentials.ts'
import type { Deletion } from './personal-data/deletion.ts'
import type { Export } from './personal-data/export.ts'
import { describeDevice } from './sessions/user-agent.ts'

/** Methods behind the page of the user's own account. */
export function registerAccountMethods(
  { live, sessions, emails, connections }: AccountsParts,
  { credentials, deletion, exports }: { credentials: Credentials; deletion: Deletion; exports: Export },
): void {
  live.method(accountSessions, async call => {
    const userId = signedIn(call)
    await sessions.touch(connections.tokens())
    return sessions.list(userId, connections.tokenOf(call.invocation.connection))
  })

  live.method(accountEndSession, async call => {
    await call.committed(await sessions.end(signedIn(call), call.input.sessionId))
    return {}
  })

  live.method(accountSetEmail, async call => {
    const userId = signedIn(call)
    const { clientAddress, httpHeaders } = call.invocation.connection
    await emails.change(userId, call.input.email, call.input.password, {
      address: clientAddress,
      device: describeDevice(httpHeaders['user-agent']),
    })
    return {}
  })

  live.method(accountSendVerification, async call => {
    await emails.sendVerification(signedIn(call))
    return {}
  })

  live.method(accountExport, call => exports.createDownload(signedIn(call)))

  live.method(accountDelete, async call => {
    const userId = signedIn(call)
    const { connection } = call.invocation
    await credentials.check({ id: userId }, call.input.password, connection.clientAddress)
    const { eraseScores } = call.input
    await call.committed(await connections.keepOpenDuring(connection, () => deletion.run({ userId, eraseScores })))
    await call.invocation.setUserId(null)
    // Every connection whose token is deleted is closed; this one only after it has received the result.
    call.invocation.closeWhenAnswered()
    return {}
  })
}
