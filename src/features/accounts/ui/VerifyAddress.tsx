import { useEffect, useState } from 'react'
import { DdpError } from '../../../ddp/wire/error.ts'
import { sentenceOf } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { ButtonLink } from '../../../platform/ui/ButtonLink.tsx'
import { EmptyState } from '../../../platform/ui/EmptyState.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { useSession } from './parts/account.ts'
import { Outcome } from './parts/Outcome.tsx'
import { SimpleShell } from './parts/shells.tsx'

/** Verifies an address by the link of a mail, says how it went, and leads on. */
export function VerifyAddress({ token, onDone }: { token: string; onDone: () => void }) {
  const { session } = useSession()
  const [outcome, setOutcome] = useState<'busy' | 'verified' | { error: unknown }>('busy')
  const busy = outcome === 'busy'
  useEffect(() => {
    if (!busy || session === null) return
    session.verifyEmail(token).then(
      () => setOutcome('verified'),
      (error: unknown) => setOutcome({ error }),
    )
  }, [busy, session, token])

  const goOn = <Button onClick={onDone}>Go on</Button>
  if (outcome === 'busy') {
    return (
      <SimpleShell title="Verifying your address …" pageTitle="Verifying your address · Skillshot">
        <p role="status">This takes a moment.</p>
        {goOn}
      </SimpleShell>
    )
  }
  if (outcome === 'verified') {
    return (
      <SimpleShell pageTitle="Your address is verified · Skillshot">
        <Outcome>
          <EmptyState
            page
            title="Your address is verified."
            action={
              <Button kind="primary" onClick={onDone}>
                Go on
              </Button>
            }
          >
            It lets you back in when you forget your password.
          </EmptyState>
        </Outcome>
      </SimpleShell>
    )
  }
  const { error } = outcome
  const expired = error instanceof DdpError && error.error === 403
  return (
    <SimpleShell pageTitle="Not verified · Skillshot">
      <Outcome>
        {expired ? (
          <ErrorState
            page
            title="This link no longer works."
            action={
              <>
                <ButtonLink kind="primary" href="/account">
                  To your account
                </ButtonLink>
                {goOn}
              </>
            }
          >
            If you have opened it before, your address is verified already. Otherwise your account page can send a new one.
          </ErrorState>
        ) : (
          <ErrorState page title="Your address could not be verified." onRetry={() => setOutcome('busy')} action={goOn}>
            {sentenceOf(error)}
          </ErrorState>
        )}
      </Outcome>
    </SimpleShell>
  )
}
