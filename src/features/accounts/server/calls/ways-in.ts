import { accountSignInMethods } from '#accounts/contract/sign-in-methods.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'
import { signInMethods } from '../sign-in-methods.ts'

export const waysIn = handle(accountSignInMethods, async (call, { database, providers, freshSignIn }: AccountsServices) => {
  const userId = signedIn(call)
  const fresh = await freshSignIn.isFresh(call.invocation.connection)
  return { ...(await signInMethods(database.db, userId, providers.names())), fresh }
})
