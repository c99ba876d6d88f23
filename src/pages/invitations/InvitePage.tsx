import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import { invitationsMine } from '#invitations/contract.ts'
import { InvitationList } from '#invitations/ui/InvitationList.tsx'
import { InviteButton } from '#invitations/ui/InviteButton.tsx'
import { invitationsInput } from '#invitations/ui/query-params.ts'
import { useMayInvite, usePolicy } from '#invitations/ui/use-policy.ts'
import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'

/** The user's own invitations, and a button to create another one. */
export function InvitePage({ query }: RouteMatch) {
  return (
    <AppShell current="me">
      <div className={layout.stack5}>
        <h1>{m.invitations_title()}</h1>
        <NoScriptNotice purpose={m.invitations_script()} />
        <RequireLogin path="/invitations" reason={m.invitations_sign_in()}>
          {user => <OwnInvitations userId={user._id} query={query} />}
        </RequireLogin>
      </div>
    </AppShell>
  )
}

function OwnInvitations({ userId, query }: { userId: string; query: RouteMatch['query'] }) {
  const input = invitationsInput(query)
  const live = useSubscription(invitationsMine, input)
  const policy = usePolicy()
  const mayInvite = useMayInvite()
  return (
    <>
      {mayInvite === true && (
        <>
          <p>{policy?.signUps === 'invite' ? m.invitations_text_invite() : m.invitations_text_open()}</p>
          <InviteButton />
        </>
      )}
      {mayInvite === false && (
        <Notice kind="info">{policy?.signUps === 'closed' ? m.invitations_closed() : m.invitations_not_allowed()}</Notice>
      )}
      <InvitationList live={live} path="/invitations" before={input.before} madeBy={userId} mayInvite={mayInvite === true} />
    </>
  )
}
