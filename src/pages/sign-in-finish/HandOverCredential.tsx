import { useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { handOver } from './hand-over.ts'
import { visitFailureText } from './VisitFailed.tsx'
import type { HandedOver, Receiver } from './visit-result.ts'

/**
 * Hands over what a visit has ended with to the client that began it, and leaves this page. It stays only to say why a visit has failed, and
 * where the browser does not close its window.
 */
export function HandOverCredential({ receiver, handedOver }: { receiver: Receiver; handedOver: HandedOver }) {
  const [isDone, setDone] = useState(false)
  const hasBegun = useRef(false)
  const failure = 'error' in handedOver && handedOver.error !== 'denied' ? handedOver.error : null
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    handOver(receiver, handedOver)
    if (failure !== null) return
    leave(receiver)
    setDone(true)
  }, [receiver, handedOver, failure])
  const button = (
    <Button onClick={() => leave(receiver)}>{receiver.style === 'popup' ? m.accounts_service_close() : m.accounts_service_return()}</Button>
  )
  if (failure !== null)
    return (
      <ErrorState title={m.accounts_service_failed()} action={button}>
        {visitFailureText(failure)}
      </ErrorState>
    )
  if (!isDone || receiver.style === 'redirect') return <Skeleton kind="form" count={1} />
  return (
    <>
      <Notice kind="info" title={m.accounts_service_handed_over()}>
        {m.accounts_service_handed_over_text()}
      </Notice>
      <p>{button}</p>
    </>
  )
}

/** The page to go back to belongs to another application, so it is loaded. */
function leave(receiver: Receiver): void {
  if (receiver.style === 'redirect') window.location.replace(receiver.address)
  else window.close()
}
