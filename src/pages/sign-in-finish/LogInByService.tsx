import { use, useEffect, useRef, useState } from 'react'
import { accountLookAtLogin, NO_LOGIN_ATTEMPT, type PendingLogin } from '#accounts/contract/login-services.ts'
import { logInByService } from '#accounts/ui/session/account-calls.ts'
import { useSession } from '#accounts/ui/session/use-account.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { NewAccountForm } from './NewAccountForm.tsx'
import { VisitFailed } from './VisitFailed.tsx'
import type { Credential } from './visit-result.ts'

/** Signs in with a credential. If no account is linked yet, asks for the user name of a new one first. */
export function LogInByService({ credential, next, popup }: { credential: Credential; next: string; popup: boolean }) {
  const { session } = useSession()
  const navigate = use(NavigateContext)
  const look = useMethod(accountLookAtLogin)
  const [pending, setPending] = useState<PendingLogin | null>(null)
  const [error, setError] = useState<unknown>(null)
  const hasBegun = useRef(false)

  const finish = async (username: string | null, invitation: string | null): Promise<void> => {
    if (session !== null) await logInByService(session, credential, { username, invitation, locale: getActiveLocale() })
    // The window that opened this one shares the stored login, so it is signed in too. A browser that does not close this window shows the
    // page here.
    if (popup) window.close()
    // A window that opened this one can still reach it, because of the header of this page (server.ts). The next page cuts that, if it is loaded.
    if (window.opener === null) navigate?.(next)
    else window.location.assign(next)
  }
  useEffect(() => {
    if (session === null || hasBegun.current) return
    hasBegun.current = true
    look(credential)
      .then(found => (found.known ? finish(null, null) : setPending(found)))
      .catch(setError)
  })
  if (error !== null)
    return error instanceof DdpError && (error.error === NO_LOGIN_ATTEMPT || error.error === 404) ? (
      <VisitFailed failure="expired" />
    ) : (
      <VisitFailed failure="odd" text={errorMessage(error)} />
    )
  if (pending !== null) return <NewAccountForm suggestedName={pending.suggestedName} create={finish} />
  return (
    <div role="status">
      <p>{m.accounts_service_signing_in()}</p>
      <Skeleton kind="form" count={1} />
    </div>
  )
}
