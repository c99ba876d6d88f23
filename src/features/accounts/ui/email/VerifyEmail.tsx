import { useEffect, useState } from 'react'
import { SECOND_STEP_ON } from '#accounts/contract/accounts.ts'
import { verifyEmailByToken } from '#accounts/ui/session/account-calls.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { useSession } from '../session/use-account.ts'

/** Verifies an address through the link of an e-mail, shows the result, and offers ways to go on. */
export function VerifyEmail({ token, onDone }: { token: string; onDone: () => void }) {
  const { session } = useSession()
  const [outcome, setOutcome] = useState<'busy' | 'verified' | { error: unknown }>('busy')
  const busy = outcome === 'busy'
  useEffect(() => {
    if (!busy || session === null) return
    verifyEmailByToken(session, token).then(
      () => setOutcome('verified'),
      // The address is verified, too, when a second step keeps the link from signing in.
      (error: unknown) => setOutcome(error instanceof DdpError && error.error === SECOND_STEP_ON ? 'verified' : { error }),
    )
  }, [busy, session, token])

  const goOn = <Button onClick={onDone}>{m.accounts_continue()}</Button>
  if (outcome === 'busy') {
    return (
      <SimpleShell title={m.accounts_verify_busy()} pageTitle={m.accounts_verify_busy_head()}>
        <p role="status">{m.accounts_verify_busy_note()}</p>
        {goOn}
      </SimpleShell>
    )
  }
  if (outcome === 'verified') {
    return (
      <SimpleShell pageTitle={m.accounts_verify_done_head()}>
        <FormResult>
          <EmptyState
            page
            title={m.accounts_verify_done()}
            action={
              <Button kind="primary" onClick={onDone}>
                {m.accounts_continue()}
              </Button>
            }
          >
            {m.accounts_verify_done_note()}
          </EmptyState>
        </FormResult>
      </SimpleShell>
    )
  }
  const { error } = outcome
  const expired = error instanceof DdpError && error.error === 403
  return (
    <SimpleShell pageTitle={m.accounts_verify_failed_head()}>
      <FormResult>
        {expired ? (
          <ErrorState
            page
            title={m.accounts_link_expired()}
            action={
              <>
                <ButtonLink kind="primary" href="/account">
                  {m.accounts_to_account()}
                </ButtonLink>
                {goOn}
              </>
            }
          >
            {m.accounts_verify_expired_note()}
          </ErrorState>
        ) : (
          <ErrorState page title={m.accounts_verify_failed()} onRetry={() => setOutcome('busy')} action={goOn}>
            {errorMessage(error)}
          </ErrorState>
        )}
      </FormResult>
    </SimpleShell>
  )
}
