import { invitationGone, invitationsLook } from '#invitations/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { InvitationsServices } from '../invitations.ts'
import { findValid } from '../store.ts'
import { hashInvitation } from '../token.ts'

export const lookAtInvitation = handle(invitationsLook, async (call, { settings, database, clock }: InvitationsServices) => {
  const found = await findValid(database.db, hashInvitation(call.input.token), new Date(clock.now()))
  if (found === null || settings.current().signUps === 'closed') throw invitationGone()
  const { username, displayName, expiresAt } = found
  return { by: { username, displayName }, expiresAt }
})
