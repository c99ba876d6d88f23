import { useEffect, useState } from 'react'
import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import * as m from '#messages'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { HandOverCredential } from './HandOverCredential.tsx'
import { LinkService } from './LinkService.tsx'
import { LogInByService } from './LogInByService.tsx'
import { VisitFailed } from './VisitFailed.tsx'
import { readVisitResult, type VisitResult } from './visit-result.ts'

/** The page that a visit to a login service ends on: signs in, links the service, or hands the sign-in over to the client that began it. */
export function FinishPage() {
  const [result, setResult] = useState<VisitResult | null>(null)
  useEffect(() => {
    setResult(readVisitResult(window.location.hash, window.location.origin))
    // Removes the credential from the address, so that neither the history nor the next page contains it.
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  const isLinking = result !== null && 'purpose' in result && result.purpose !== 'login'
  return (
    <SimpleShell title={isLinking ? m.accounts_service_title() : m.ui_sign_in()}>
      <NoScriptNotice purpose={m.accounts_in_needs()} />
      {result === null ? <Skeleton kind="form" count={1} /> : <Result result={result} />}
    </SimpleShell>
  )
}

function Result({ result }: { result: VisitResult }) {
  if ('failure' in result) return <VisitFailed failure={result.failure} />
  if ('receiver' in result) return <HandOverCredential {...result} />
  if ('elsewhere' in result) return <Notice title={m.accounts_service_handed_over()}>{m.accounts_service_handed_over_text()}</Notice>
  if (result.purpose === 'login') return <LogInByService {...result} />
  return (
    <RequireLogin path="/account" reason={m.players_account_sign_in()}>
      {() => <LinkService {...result} />}
    </RequireLogin>
  )
}
