import type { OauthFailure } from '#accounts/contract/login-services.ts'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'

const TEXTS: Readonly<Record<OauthFailure, () => string>> = {
  denied: m.accounts_service_denied,
  expired: m.accounts_service_expired,
  busy: m.accounts_service_busy,
  'not-configured': m.accounts_service_unknown,
  'bad-return': m.accounts_service_bad_return,
  unavailable: m.accounts_service_unavailable,
  odd: m.accounts_service_odd,
  refused: m.accounts_service_expired,
  misconfigured: m.accounts_service_odd,
}

export const visitFailureText = (failure: OauthFailure): string => TEXTS[failure]()

/** Says why a visit to a login service has failed, and what to do. */
export function VisitFailed({ failure, text }: { failure: OauthFailure; text?: string }) {
  const { state } = useAccount()
  // Whoever is signed in wanted to link an account.
  if (state === 'in')
    return (
      <ErrorState title={m.accounts_service_not_linked()} action={<ButtonLink href="/account">{m.ui_back_to_account()}</ButtonLink>}>
        {text ?? visitFailureText(failure)}
      </ErrorState>
    )
  return (
    <ErrorState title={m.accounts_service_failed()} action={<ButtonLink href="/sign-in">{m.accounts_forgot_back()}</ButtonLink>}>
      {text ?? visitFailureText(failure)}
    </ErrorState>
  )
}
