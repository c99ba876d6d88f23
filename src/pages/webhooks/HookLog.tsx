import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon, type IconName } from '#platform/ui/controls/Icon.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { type DeliveryState, MAX_LOGGED, type WebhookDeliveryDoc, webhooksLog, webhooksResend } from '#webhooks/contract.ts'
import { hookTypeLabel } from '#webhooks/ui/type-labels.ts'
import { DeliveryDetails } from './DeliveryDetails.tsx'

type Delivery = WebhookDeliveryDoc & { _id: string }

const STATES: Record<DeliveryState, { icon: IconName; text: () => string }> = {
  delivered: { icon: 'check', text: m.webhooks_delivered },
  waiting: { icon: 'clock', text: m.webhooks_to_send },
  dead: { icon: 'warn', text: m.webhooks_dead },
}

/** The deliveries of a webhook, page by page and the newest first, each of which can be sent again. */
export function HookLog({ webhookId, isOff }: { webhookId: string; isOff: boolean }) {
  /** the last delivery of the page before */
  const [before, setBefore] = useState<{ id: string; order: number } | null>(null)
  const live = useSubscription(webhooksLog, { webhookId, ...(before === null ? {} : { before: before.id }) })
  const deliveries = useDocuments<WebhookDeliveryDoc, Delivery[]>(
    'webhookDeliveries',
    documents =>
      documents
        .filter(each => each.webhookId === webhookId && (before === null || each.order < before.order))
        .sort((a, b) => b.order - a.order)
        .slice(0, MAX_LOGGED),
    [webhookId, before],
  )
  const last = deliveries.at(-1)
  return (
    <section className={layout.stack3} aria-label={m.webhooks_log()}>
      {live.state === 'failed' && <p className={layout.muted}>{`${m.ui_log_failed()} ${errorMessage(live.error)}`}</p>}
      {live.state === 'pending' && deliveries.length === 0 && <Skeleton kind="board-row" count={3} />}
      {live.state === 'ready' && deliveries.length === 0 && (
        <p className={layout.muted}>{before === null ? m.webhooks_log_none() : m.ui_list_end()}</p>
      )}
      <List ordered className={layout.stack}>
        {deliveries.map(delivery => (
          <DeliveryItem key={delivery._id} delivery={delivery} isOff={isOff} />
        ))}
      </List>
      <div className={layout.row2}>
        {before !== null && (
          <Button kind="plain" onClick={() => setBefore(null)}>
            {m.webhooks_log_newest()}
          </Button>
        )}
        {last !== undefined && deliveries.length === MAX_LOGGED && (
          <Button kind="plain" onClick={() => setBefore({ id: last._id, order: last.order })}>
            {m.ui_more()}
          </Button>
        )}
      </div>
    </section>
  )
}

function DeliveryItem({ delivery, isOff }: { delivery: Delivery; isOff: boolean }) {
  const { _id: deliveryId, type, subject, state, tries, status, error, createdAt } = delivery
  const resend = useMethod(webhooksResend)
  const { busy, error: problem, start } = useAsyncAction(async () => void (await resend({ deliveryId })))
  const [isOpen, setIsOpen] = useState(false)
  const { icon, text } = STATES[state]
  const what = `${hookTypeLabel(type)}: ${subject}`
  const facts = [
    text(),
    ...(tries > 1 ? [m.webhooks_tries({ count: tries, n: plainNumber(tries) })] : []),
    ...(state !== 'delivered' && status !== undefined ? [m.webhooks_answered({ status: String(status) })] : []),
  ]
  return (
    <li className={cx(layout.between, entries.entry)}>
      <div className={cx(layout.stack1, entries.grow)}>
        <p className={layout.anywhere}>
          <bdi>{hookTypeLabel(type)}</bdi>: <bdi>{subject}</bdi>
        </p>
        <p className={cx(layout.row2, layout.quiet, state === 'dead' && entries.bad)}>
          <Icon name={icon} />
          <span>{facts.join(' · ')}</span>
          <TimeAgo at={createdAt} />
        </p>
        {error !== undefined && status === undefined && (
          <p className={cx(layout.quiet, layout.anywhere)}>
            <bdi dir="ltr">{error}</bdi>
          </p>
        )}
        <FormError message={problem} />
        {isOpen && <DeliveryDetails deliveryId={deliveryId} />}
      </div>
      <Button kind="plain" aria-expanded={isOpen} aria-label={m.webhooks_details_of({ what })} onClick={() => setIsOpen(!isOpen)}>
        {m.webhooks_details()}
      </Button>
      {state !== 'waiting' && !isOff && (
        <Button busy={busy} onClick={start} aria-label={m.webhooks_resend_what({ what })}>
          {m.webhooks_resend()}
        </Button>
      )}
    </li>
  )
}
