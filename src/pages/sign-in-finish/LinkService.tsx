import { useEffect, useRef, useState } from 'react'
import { accountLinkLoginService } from '#accounts/contract/login-services.ts'
import { useLoginServices } from '#accounts/ui/login-services/LoginServiceButtons.tsx'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import type { Credential } from './visit-result.ts'

/** Links the login service that the user comes from with the user's account. */
export function LinkService({ credential }: { credential: Credential }) {
  const link = useMethod(accountLinkLoginService)
  const services = useLoginServices()
  const [outcome, setOutcome] = useState<{ service: string } | { error: unknown } | null>(null)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    link(credential).then(setOutcome, (error: unknown) => setOutcome({ error }))
  }, [link, credential])
  if (outcome === null) return <Skeleton kind="form" count={1} />
  return (
    <FormResult>
      {'error' in outcome ? (
        <Notice kind="warn" title={m.accounts_service_not_linked()}>
          {errorMessage(outcome.error)}
        </Notice>
      ) : (
        <Notice
          kind="success"
          title={m.accounts_service_linked({
            service: services.find(({ service }) => service === outcome.service)?.label ?? outcome.service,
          })}
        >
          {m.accounts_service_linked_text()}
        </Notice>
      )}
      <p>
        <ButtonLink href="/account">{m.accounts_to_account()}</ButtonLink>
      </p>
    </FormResult>
  )
}
