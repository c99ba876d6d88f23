import { type ReactNode, useEffect, useState } from 'react'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { useSession } from '#accounts/ui/session/use-account.ts'
import { useRedirectAfterLogin } from '#accounts/ui/session/use-redirect-after-login.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { invitationsLook } from '#invitations/contract.ts'
import { useInvitation } from '#invitations/ui/invitation-context.ts'
import { usePolicy } from '#invitations/ui/use-policy.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { SignUpForm } from './SignUpForm.tsx'

/** What is known of an invitation. `unsure`: it could not be looked up, so the server decides when the form is sent. */
type InvitationState = { state: 'pending' | 'gone' | 'unsure' } | { state: 'valid'; by: string }

const PENDING: InvitationState = { state: 'pending' }

/** Looks an invitation up once for each token. */
function useInvitationState(token: string | null): [InvitationState, (invitation: InvitationState) => void] {
  const lookUp = useMethod(invitationsLook)
  const [found, setFound] = useState<{ token: string; invitation: InvitationState } | null>(null)
  useEffect(() => {
    if (token === null) return
    let isCurrent = true
    lookUp({ token }).then(
      ({ by }) => isCurrent && setFound({ token, invitation: { state: 'valid', by: by.displayName } }),
      (error: unknown) => {
        const isGone = error instanceof DdpError && error.error === 404
        if (isCurrent) setFound({ token, invitation: { state: isGone ? 'gone' : 'unsure' } })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [lookUp, token])
  const set = (invitation: InvitationState): void => {
    if (token !== null) setFound({ token, invitation })
  }
  return [found !== null && found.token === token ? found.invitation : PENDING, set]
}

/** Creates an account, with an invitation if the site requires one, then goes back to where the user came from. */
export function SignUpPage({ query }: RouteMatch) {
  const next = useRedirectAfterLogin(query)
  const { state, known } = useSession()
  const policy = usePolicy()
  const { token, drop } = useInvitation()
  const [invitation, setInvitation] = useInvitationState(token)
  const [closed, setClosed] = useState(false)
  const signedIn = state.userId !== null && !state.loggingIn
  useEffect(() => {
    if (signedIn) drop()
  }, [signedIn, drop])

  const signUps = closed ? 'closed' : (policy?.signUps ?? 'open')
  const signIn = <ButtonLink href={withReturnPath('/sign-in', next)}>{m.ui_sign_in()}</ButtonLink>
  if (signUps === 'closed')
    return (
      <Page>
        <EmptyState page title={m.invitations_up_closed()} action={signIn}>
          {m.ui_sign_up_closed()}
        </EmptyState>
      </Page>
    )
  if (signUps === 'invite' && known && token === null && !signedIn)
    return (
      <Page>
        <EmptyState page title={m.invitations_up_needed()} action={signIn}>
          {m.invitations_up_needed_text()}
        </EmptyState>
      </Page>
    )
  if (signUps === 'invite' && invitation.state === 'gone')
    return (
      <Page>
        <ErrorState page title={m.invitations_up_gone()} action={signIn}>
          {m.invitations_up_gone_text()}
        </ErrorState>
      </Page>
    )
  const isWaiting = signUps === 'invite' && invitation.state === 'pending'
  return (
    <Page title={m.ui_create_account()}>
      <NoScriptNotice purpose={m.accounts_up_needs()} />
      {token !== null && invitation.state === 'valid' && (
        <Notice kind="info">
          <span>{renderMessage(m.invitations_up_by(), { who: () => <bdi>{invitation.by}</bdi> })}</span>
        </Notice>
      )}
      {isWaiting ? (
        <>
          <noscript>
            <p>{m.invitations_up_needed_text()}</p>
          </noscript>
          <Skeleton kind="form" count={3} page />
        </>
      ) : (
        <SignUpForm
          next={next}
          invitation={token}
          onForbidden={() => (signUps === 'invite' && token !== null ? setInvitation({ state: 'gone' }) : setClosed(true))}
        />
      )}
    </Page>
  )
}

const Page = ({ title, children }: { title?: string; children: ReactNode }) => (
  <SimpleShell {...(title === undefined ? {} : { title })}>{children}</SimpleShell>
)
