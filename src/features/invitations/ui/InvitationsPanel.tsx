import * as m from '#messages'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { useMayInvite, usePolicy } from './use-policy.ts'

/** On the page of the user's account: a link to the user's invitations, if the user may create any. */
export function InvitationsPanel() {
  const policy = usePolicy()
  if (useMayInvite() !== true) return null
  return (
    <Panel title={m.invitations_title()}>
      <p>{policy?.signUps === 'invite' ? m.invitations_text_invite() : m.invitations_text_open()}</p>
      <div>
        <ButtonLink href="/invitations">{m.invitations_title()}</ButtonLink>
      </div>
    </Panel>
  )
}
