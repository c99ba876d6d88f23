import { accountDelete } from '#accounts/contract/accounts.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const deleteAccount = handle(accountDelete, async (call, { ownerCheck, connections, deletion }: AccountsServices) => {
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
