import { useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { DdpError } from '../../ddp/wire/error.ts'
import { RequireLogin } from '../../features/accounts/ui/RequireLogin.tsx'
import { patreonConfirm, patreonLink, type SupporterLinkDoc } from '../../features/supporters/contract.ts'
import { linkStateLabel } from '../../features/supporters/ui/link-labels.ts'
import styles from '../../features/supporters/ui/supporters.module.css'
import { errorMessage, useDocument, useMethod, useSubscription } from '../../platform/live/hooks.ts'
import { Missing } from '../../platform/live/not-found-context.tsx'
import { ButtonLink } from '../../platform/ui/controls/ButtonLink.tsx'
import { FormResult } from '../../platform/ui/form/FormResult.tsx'
import { NoScriptNotice } from '../../platform/ui/form/NoScriptNotice.tsx'
import { SimpleShell } from '../../platform/ui/layouts/shells.tsx'
import { Notice } from '../../platform/ui/states/Notice.tsx'
import { Skeleton } from '../../platform/ui/states/Skeleton.tsx'
import { type Returned, readReturn } from './oauth-callback.ts'

/** The page that Patreon redirects the browser to: says whether the account is linked now, or what to do. */
export function ConfirmPage() {
  const live = useSubscription(patreonLink, {})
  const [returned, setReturned] = useState<Returned | null>(null)
  useEffect(() => {
    setReturned(readReturn(window.location.search))
    // Removes the code from the address, so that neither the history nor the next page contains it.
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  if (live.state === 'failed' && live.error.error === 404) return <Missing />
  return (
    <SimpleShell title={m.supporters_confirm_title()}>
      <NoScriptNotice what={m.supporters_link_needs()} />
      {returned === null ? (
        <Skeleton kind="form" count={1} />
      ) : 'refused' in returned ? (
        <Refused>{returned.refused}</Refused>
      ) : (
        <RequireLogin path="/patreon" words={m.supporters_confirm_sign_in()}>
          {({ _id }) => <Confirming userId={_id} returned={returned} />}
        </RequireLogin>
      )}
    </SimpleShell>
  )
}

function Confirming({ userId, returned }: { userId: string; returned: { code: string; state: string } }) {
  const confirm = useMethod(patreonConfirm)
  const link = useDocument<SupporterLinkDoc>('supporterLinks', userId)
  const [outcome, setOutcome] = useState<'linked' | { refused: string } | null>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    confirm(returned).then(
      () => setOutcome('linked'),
      (error: unknown) => setOutcome({ refused: refusalOf(error) }),
    )
  }, [confirm, returned])
  if (outcome === null)
    return (
      <div role="status">
        <p>{m.supporters_confirm_busy()}</p>
        <Skeleton kind="form" count={1} />
      </div>
    )
  if (outcome !== 'linked') return <Refused linked={link && linkStateLabel(link)}>{outcome.refused}</Refused>
  return (
    <FormResult>
      <Notice kind={link?.active === false ? 'info' : 'success'} title={m.supporters_confirm_done()}>
        {link !== undefined && linkStateLabel(link)}
      </Notice>
      <div className={styles.actions}>
        <ButtonLink href="/account">{m.supporters_confirm_account()}</ButtonLink>
      </div>
    </FormResult>
  )
}

/** A sentence of the server about Patreon says what to do, also when there were too many requests. */
function refusalOf(error: unknown): string {
  return error instanceof DdpError && error.reason?.startsWith('Patreon') ? error.reason : errorMessage(error)
}

/** @param linked state of the link that exists nevertheless: an earlier one, or one whose confirmation was lost */
function Refused({ linked, children }: { linked?: string | undefined; children: string }) {
  return (
    <FormResult>
      <Notice kind="warn" title={m.supporters_confirm_failed()}>
        {children}
      </Notice>
      {linked !== undefined && <p>{linked}</p>}
      <div className={styles.actions}>
        <ButtonLink kind="primary" href="/patreon">
          {m.supporters_confirm_again()}
        </ButtonLink>
      </div>
    </FormResult>
  )
}
