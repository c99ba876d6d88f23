import { accountSetLocale } from '#accounts/contract/accounts.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'
import { setLocale } from '../store.ts'

export const changeLocale = handle(accountSetLocale, async (call, { database }: AccountsServices) => {
  await setLocale(database.db, signedIn(call), call.input.locale)
  return {}
})
