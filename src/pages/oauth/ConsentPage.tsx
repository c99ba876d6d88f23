import { useCallback, useEffect, useState } from 'react'
import { SignInLinks } from '#accounts/ui/SignInLinks.tsx'
import { isSignedIn, useAccount, useSession } from '#accounts/ui/session/use-account.ts'
import { useFreshSignIn } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import * as m from '#messages'
import { oauthAllow } from '#oauth/contract.ts'
import { type ConsentRequest, consentPath, findReason } from '#oauth/paths.ts'
import { allowedBy } from '#oauth/rules/scopes.ts'
import { CONSENT_WORDS } from '#oauth/ui/scope-labels.ts'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { fetchRequest, sendAnswer } from './consent-request.ts'
import { ProblemPage } from './ProblemPage.tsx'
import { useAsking } from './use-asking.ts'

type Loaded = { request: ConsentRequest } | { error: unknown } | 'gone'

/** Asks whether an application of another site may know who somebody is, and what it may do in their name, or says why it cannot ask. */
export function ConsentPage({ params }: RouteMatch) {
  const code = params.code!
  const reason = findReason(code)
  return reason === undefined ? <AskedPage requestId={code} /> : <ProblemPage reason={reason} />
}

function AskedPage({ requestId }: { requestId: string }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const load = useCallback((): void => {
    setLoaded(null)
    fetchRequest(requestId).then(
      request => setLoaded(request === null ? 'gone' : { request }),
      (error: unknown) => setLoaded({ error }),
    )
  }, [requestId])
  useEffect(load, [load])
  const onGone = useCallback(() => setLoaded('gone'), [])
  const asking = useAsking(requestId, onGone)
  const request = asking === 'needed' && loaded !== null && typeof loaded === 'object' && 'request' in loaded ? loaded.request : null
  const isWaiting = loaded === null || (typeof loaded === 'object' && 'request' in loaded && request === null)
  const title = request === null ? m.oauth_consent_wait() : m.oauth_consent_title({ application: request.application })
  return (
    <SimpleShell title={title}>
      <NoScriptNotice purpose={m.oauth_consent_head()} />
      {isWaiting && (
        <div className={layout.stack4} role="status">
          {asking === 'leaving' && <p>{m.oauth_consent_going()}</p>}
          <Skeleton kind="form" count={2} />
        </div>
      )}
      {loaded === 'gone' && (
        <Notice kind="warn" title={m.oauth_consent_gone()}>
          {m.error_request_gone()}
        </Notice>
      )}
      {loaded !== null && typeof loaded === 'object' && 'error' in loaded && (
        <ErrorState title={m.oauth_consent_failed()} onRetry={load}>
          {errorMessage(loaded.error)}
        </ErrorState>
      )}
      {request !== null && <Consent requestId={requestId} request={request} onGone={onGone} />}
    </SimpleShell>
  )
}

interface ConsentProps {
  requestId: string
  request: ConsentRequest
  /** called when the request has ended */
  onGone: () => void
}

function Consent({ requestId, request, onGone }: ConsentProps) {
  const { application, host } = request
  const account = useAccount()
  const answer = async (ticket: string | null): Promise<void> => {
    const next = await sendAnswer(requestId, ticket)
    if (next === null) onGone()
    else window.location.assign(next)
  }
  const denying = useAsyncAction(() => answer(null))
  const deny = (
    <Button busy={denying.busy} onClick={denying.start}>
      {m.oauth_consent_deny()}
    </Button>
  )
  return (
    <div className={layout.stack4}>
      {account.state === 'out' && (
        <>
          <p>{m.oauth_consent_sign_in({ application })}</p>
          <Host host={host} />
          <div className={layout.row3}>
            <SignInLinks path={consentPath(requestId)} />
            {deny}
          </div>
        </>
      )}
      {isSignedIn(account) && (
        <Allow
          requestId={requestId}
          request={request}
          isReady={account.state === 'in'}
          name={account.displayName ?? ''}
          username={account.username ?? ''}
          deny={deny}
          answer={answer}
        />
      )}
      {!isSignedIn(account) && account.state !== 'out' && <Skeleton kind="form" count={1} />}
      <FormError message={denying.error} />
    </div>
  )
}

/** Where the answer goes. */
function Host({ host }: { host: string }) {
  return (
    <p className={cx(layout.muted, layout.anywhere)}>
      {renderMessage(m.oauth_consent_host(), { host: () => <strong dir="ltr">{host}</strong> })}
    </p>
  )
}

interface AllowProps extends Omit<ConsentProps, 'onGone'> {
  /** false: a new connection is logging in again, or the user is signing out */
  isReady: boolean
  name: string
  username: string
  deny: React.ReactNode
  answer: (ticket: string) => Promise<void>
}

function Allow({ requestId, request: { application, host, scopes }, isReady, name, username, deny, answer }: AllowProps) {
  const allow = useMethod(oauthAllow)
  const fresh = useFreshSignIn()
  const { session } = useSession()
  const allowing = useAsyncAction(async () => answer((await fresh.run(() => allow({ requestId }))).ticket))
  const leaving = useAsyncAction(async () => session?.logOut())
  return (
    <>
      <p>
        {renderMessage(m.oauth_consent_as(), {
          name: () => (
            <strong>
              <bdi>{name === username ? name : `${name} (${username})`}</bdi>
            </strong>
          ),
        })}
      </p>
      <div className={layout.stack2}>
        <p className={layout.anywhere}>{m.oauth_consent_may({ application })}</p>
        <ul>
          {allowedBy(scopes).map(scope => (
            <li key={scope}>{CONSENT_WORDS[scope]()}</li>
          ))}
        </ul>
      </div>
      <p className={layout.muted}>{m.oauth_consent_not()}</p>
      <Host host={host} />
      <FormError message={allowing.error ?? leaving.error} />
      <div className={layout.row3}>
        <Button kind="primary" busy={allowing.busy || !isReady} onClick={allowing.start}>
          {m.oauth_consent_allow()}
        </Button>
        {deny}
        <Button kind="plain" busy={leaving.busy || !isReady} onClick={leaving.start}>
          {m.oauth_consent_other()}
        </Button>
      </div>
      {fresh.dialog}
    </>
  )
}
