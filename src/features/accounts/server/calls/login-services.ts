import { accountLoginServices } from '#accounts/contract/login-services.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { listIdentities } from '../providers/store.ts'
import type { AccountsServices } from '../services.ts'

export const listLoginServices = handle(accountLoginServices, async (call, { database, providers }: AccountsServices) => {
  const found = await listIdentities(database.db, signedIn(call))
  return found.map(identity => ({ ...identity, label: providers.label(identity.service) }))
})
