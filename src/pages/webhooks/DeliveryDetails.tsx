import { useCallback, useEffect, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { type DeliveryContent, webhooksDelivery } from '#webhooks/contract.ts'

/** What a delivery says, and the beginning of what its receiver has answered. */
export function DeliveryDetails({ deliveryId }: { deliveryId: string }) {
  const fetchContent = useMethod(webhooksDelivery)
  const [content, setContent] = useState<DeliveryContent | null>(null)
  const [error, setError] = useState<string | null>(null)
  const load = useCallback(
    () =>
      fetchContent({ deliveryId }).then(
        found => {
          setContent(found)
          setError(null)
        },
        (problem: unknown) => setError(errorMessage(problem)),
      ),
    [fetchContent, deliveryId],
  )
  useEffect(() => void load(), [load])
  if (content === null && error !== null) {
    return (
      <ErrorState title={m.webhooks_details_failed()} onRetry={() => void load()}>
        {error}
      </ErrorState>
    )
  }
  if (content === null) return <Skeleton kind="board-row" count={1} />
  const { body, status, answer } = content
  return (
    <dl className={layout.stack2}>
      <dt className={layout.quiet}>{m.webhooks_body()}</dt>
      <dd className={layout.stack1}>{body === null ? m.webhooks_body_private() : <Verbatim text={body} />}</dd>
      <dt className={layout.quiet}>{m.webhooks_answer()}</dt>
      <dd className={layout.stack1}>
        {status === null ? m.webhooks_answer_none() : m.webhooks_answered({ status: String(status) })}
        {answer !== null && answer !== '' && <Verbatim text={answer} />}
      </dd>
    </dl>
  )
}

function Verbatim({ text }: { text: string }) {
  return (
    <code dir="ltr" className={cx(entries.verbatim, layout.small)}>
      {text}
    </code>
  )
}
