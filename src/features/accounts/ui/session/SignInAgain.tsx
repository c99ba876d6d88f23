import { type ReactNode, use, useState } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { withReturnPath } from './return-path.ts'
import { useSession } from './use-account.ts'

/**
 * Asks a user without a password to sign in again, which proves who the user is. The sign-in page returns to this one.
 * @param secondaryAction shown beside the button
 */
export function SignInAgain({ secondaryAction }: { secondaryAction?: ReactNode }) {
  const { session } = useSession()
  const navigate = use(NavigateContext)
  const [busy, setBusy] = useState(false)
  const signOut = (): void => {
    setBusy(true)
    const { pathname } = window.location
    const goOn = (): void => navigate?.(withReturnPath('/sign-in', pathname))
    session?.logOut().then(goOn, goOn)
  }
  return (
    <>
      <p>{m.error_sign_in_again()}</p>
      <div className={layout.row3}>
        <Button kind="primary" busy={busy} onClick={signOut}>
          {m.accounts_again()}
        </Button>
        {secondaryAction}
      </div>
    </>
  )
}
