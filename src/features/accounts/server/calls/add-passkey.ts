import { accountAddPasskey } from '#accounts/contract/passkeys.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'
import { describeDevice } from '../shared/user-agent.ts'

export const addPasskey = handle(accountAddPasskey, async (call, { passkeys }: AccountsServices) => {
  const { connection } = call.invocation
  return passkeys.add(signedIn(call), call.input, connection, describeDevice(connection.httpHeaders['user-agent']))
})
