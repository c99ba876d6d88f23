import { Fragment, type ReactNode } from 'react'
import { USERS } from '#accounts/contract/accounts.ts'
import * as m from '#messages'
import { useDocument } from '#platform/live/hooks.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { SignInLinks } from '../SignInLinks.tsx'
import { useSession } from './use-account.ts'

/** The document of the signed-in user. */
export interface OwnUser {
  _id: string
  username: string
  emails?: { address: string; verified: boolean }[]
  profile?: { name?: string }
}

export interface RequireLoginProps {
  /** path to return to after signing in */
  path: string
  /** tells visitors why they have to sign in: "Your account is yours alone." */
  reason: string
  children: (user: OwnUser) => ReactNode
}

/**
 * Shows its children to signed-in users only, and begins them anew when another user is signed in. Visitors see an explanation and a link to
 * the sign-in page.
 */
export function RequireLogin({ path, reason, children }: RequireLoginProps) {
  const { state, known } = useSession()
  const user = useDocument<OwnUser>(USERS, state.userId)
  if (user !== undefined) return <Fragment key={user._id}>{children(user)}</Fragment>
  if (known && state.userId === null && !state.loggingIn) {
    return (
      <EmptyState title={m.ui_sign_in_first()} action={<SignInLinks path={path} />}>
        {reason}
      </EmptyState>
    )
  }
  return <Skeleton kind="form" count={2} page />
}
