import { invitationSpent, invitationsLink, noInvitation } from '#invitations/contract.ts'
import { invitationState } from '#invitations/rules.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { type InvitationsServices, toLink } from '../invitations.ts'
import { findInvitation } from '../store.ts'

export const link = handle(invitationsLink, async (call, services: InvitationsServices) => {
  const userId = signedIn(call)
  const row = await findInvitation(services.database.db, call.input.invitationId)
  if (row === null || row.madeBy !== userId) throw noInvitation()
  if (invitationState(row, services.clock.now()) !== 'valid') throw invitationSpent()
  return toLink(services, row, userId)
})
