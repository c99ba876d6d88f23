import { invitationsRevoke, noInvitation } from '#invitations/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { CHANGED, type InvitationsServices, identify } from '../invitations.ts'
import * as store from '../store.ts'

export const revokeInvitation = handle(invitationsRevoke, async (call, services: InvitationsServices) => {
  const { userId, isAdmin } = await identify(services, call)
  const { invitationId: id } = call.input
  await call.commit(async tx => {
    const row = await store.findInvitation(tx, id)
    if (row === null || !(isAdmin || row.madeBy === userId)) throw noInvitation()
    if (!(await store.revoke(tx, id, new Date(services.clock.now())))) return []
    const subject = { kind: 'invitation', id, label: 'Invitation' } as const
    const entry = { by: userId, action: 'invitations.revoke', subject, about: row.madeBy } as const
    return [CHANGED, ...(isAdmin ? await services.audit.write(tx, entry) : [])]
  })
  return {}
})
