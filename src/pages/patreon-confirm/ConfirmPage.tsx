import { useEffect, useRef, useState } from 'react'
import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import * as m from '#messages'
import { errorMessage, useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { patreonConfirm, patreonLink, type SupporterLinkDoc } from '#supporters/contract.ts'
import { linkStateLabel } from '#supporters/ui/link-labels.ts'
import { type OAuthCallback, parseCallback } from './oauth-callback.ts'

/** The page that Patreon redirects the browser to: says whether the account is linked now, or what to do. */
export function ConfirmPage() {
  const live = useSubscription(patreonLink, {})
  const [callback, setCallback] = useState<OAuthCallback | null>(null)
  useEffect(() => {
    setCallback(parseCallback(window.location.search))
    // Removes the code from the address, so that neither the history nor the next page contains it.
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  if (live.state === 'failed' && live.error.error === 404) return <ShowNotFound />
  return (
    <SimpleShell title={m.supporters_confirm_title()}>
      <NoScriptNotice purpose={m.supporters_link_needs()} />
      {callback === null ? (
        <Skeleton kind="form" count={1} />
      ) : 'refused' in callback ? (
        <LinkFailed>{callback.refused}</LinkFailed>
      ) : (
        <RequireLogin path="/patreon" reason={m.supporters_confirm_sign_in()}>
          {({ _id }) => <ConfirmLink userId={_id} callback={callback} />}
        </RequireLogin>
      )}
    </SimpleShell>
  )
}

function ConfirmLink({ userId, callback }: { userId: string; callback: { code: string; state: string } }) {
  const confirm = useMethod(patreonConfirm)
  const link = useDocument<SupporterLinkDoc>('supporterLinks', userId)
  const [outcome, setOutcome] = useState<'linked' | { refused: string } | null>(null)
  const hasSent = useRef(false)
  useEffect(() => {
    if (hasSent.current) return
    hasSent.current = true
    confirm(callback).then(
      () => setOutcome('linked'),
      (error: unknown) => setOutcome({ refused: errorMessage(error) }),
    )
  }, [confirm, callback])
  if (outcome === null)
    return (
      <div role="status">
        <p>{m.supporters_confirm_busy()}</p>
        <Skeleton kind="form" count={1} />
      </div>
    )
  if (outcome !== 'linked') return <LinkFailed linked={link && linkStateLabel(link)}>{outcome.refused}</LinkFailed>
  return (
    <FormResult>
      <Notice kind={link?.active === false ? 'info' : 'success'} title={m.supporters_confirm_done()}>
        {link !== undefined && linkStateLabel(link)}
      </Notice>
      <div className={layout.row3}>
        <ButtonLink href="/account">{m.ui_your_account()}</ButtonLink>
      </div>
    </FormResult>
  )
}

/** @param linked state of the link that exists nevertheless: an earlier one, or one whose confirmation was lost */
function LinkFailed({ linked, children }: { linked?: string | undefined; children: string }) {
  return (
    <FormResult>
      <Notice kind="warn" title={m.supporters_confirm_failed()}>
        {children}
      </Notice>
      {linked !== undefined && <p>{linked}</p>}
      <div className={layout.row3}>
        <ButtonLink kind="primary" href="/patreon">
          {m.supporters_confirm_again()}
        </ButtonLink>
      </div>
    </FormResult>
  )
}
