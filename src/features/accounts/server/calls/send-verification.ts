import { accountSendVerification } from '#accounts/contract/accounts.ts'
import { nothingToVerify } from '#accounts/contract/errors.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'
import { listEmails } from '../store.ts'

export const sendVerification = handle(accountSendVerification, async (call, { database, mailQueue }: AccountsServices) => {
  const userId = signedIn(call)
  const email = (await listEmails(database.db, userId)).find(({ verified }) => !verified)
  if (email === undefined) throw nothingToVerify()
  await mailQueue.enqueue(database.db, 'verify', userId, email.address)
  mailQueue.drain()
  return {}
})
