import { invitationsAll } from '#invitations/contract.ts'
import { InvitationList } from '#invitations/ui/InvitationList.tsx'
import { InviteButton } from '#invitations/ui/InviteButton.tsx'
import { invitationsInput } from '#invitations/ui/query-params.ts'
import { usePolicy } from '#invitations/ui/use-policy.ts'
import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'

/** All invitations, for administrators. */
export function AllInvitationsPage({ query }: RouteMatch) {
  const input = invitationsInput(query)
  // Subscribed before the login is known: a refused subscription is repeated once the user is logged in.
  const live = useSubscription(invitationsAll, input)
  const policy = usePolicy()
  const closed = policy?.signUps === 'closed'
  return (
    <AdminGuard title={m.ui_invitations()} path="/admin/invitations">
      {closed ? <Notice kind="info">{m.invitations_closed()}</Notice> : <InviteButton />}
      <InvitationList live={live} path="/admin/invitations" before={input.before} madeBy={null} mayInvite={!closed} />
    </AdminGuard>
  )
}
