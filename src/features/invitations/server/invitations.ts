import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { type InvitationLink, invitationLinkLost } from '../contract.ts'
import { invitationPath } from '../rules.ts'
import type { InvitationRow } from './store.ts'
import { deriveToken, hashInvitation } from './token.ts'

/** An invitation has changed. */
export const invitationsChanged = defineChange<Record<string, never>>('invitation')
export const CHANGED: NewChange = invitationsChanged.of({})

/** What the calls of this feature use. */
export interface InvitationsServices extends FeatureContext {
  accounts: AccountsApi
  audit: AuditApi
}

/** Returns the user who makes a call. @throws DdpError 401 */
export async function identify(
  { accounts }: InvitationsServices,
  call: { userId: string | null },
): Promise<{ userId: string; isAdmin: boolean }> {
  const userId = signedIn(call)
  return { userId, isAdmin: hasGlobalRole((await accounts.getUser(userId))?.roles, ['admin']) }
}

/** @throws DdpError 409 if the server has another key now */
export function toLink(
  { secrets, address }: InvitationsServices,
  { id, hashedToken, expiresAt }: Pick<InvitationRow, 'id' | 'hashedToken' | 'expiresAt'>,
  madeBy: string,
): InvitationLink {
  const token = deriveToken(secrets.key('invitations'), madeBy, id)
  if (hashInvitation(token) !== hashedToken) throw invitationLinkLost()
  return { token, url: address() + invitationPath(token), expiresAt }
}
