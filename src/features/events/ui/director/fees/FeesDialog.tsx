import { useEffect, useState } from 'react'
import { type EventFeeDoc, type EventPaymentDoc, eventsFees, eventsSetFee, eventsSetPaid, MAX_FEE } from '#events/contract/fees.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { useEntrants } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { typedDecimal } from '#platform/text/numbers.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { plainDecimal } from '#platform/ui/format/ssr-format.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'

/** Dialog with the fee of an event, who has paid it, and the sum. Only those who direct the event see it, and nothing is charged. */
export function FeesDialog({ event, onClose }: { event: ShownEvent; onClose: () => void }) {
  const live = useSubscription(eventsFees, { eventId: event._id })
  const fee = useDocument<EventFeeDoc>('eventFees', event._id)
  // Who has paid is sent with each tap, so only the fee can be lost.
  const [isDirty, setIsDirty] = useState(false)
  return (
    <Dialog open title={m.events_fees()} isDirty={isDirty} onClose={onClose}>
      {live.state === 'pending' && <Skeleton kind="form" count={3} />}
      {live.state === 'failed' && <FormError message={errorMessage(live.error)} />}
      {live.state === 'ready' && <FeeForm eventId={event._id} fee={fee} onDirty={setIsDirty} />}
      {fee !== undefined && <Payments eventId={event._id} fee={fee} />}
    </Dialog>
  )
}

/** Returns an amount as its field reads it: between the thousands of a number nothing is typed. */
const typedAmount = (amount: number): string => plainDecimal(amount, Number.isInteger(amount) ? 0 : 2)

interface FeeFormProps {
  eventId: string
  /** as it was when the dialog opened; undefined: there is none */
  fee: EventFeeDoc | undefined
  onDirty: (isDirty: boolean) => void
}

function FeeForm({ eventId, fee, onDirty }: FeeFormProps) {
  const setFee = useMethod(eventsSetFee)
  const [isSaved, setIsSaved] = useState(false)
  const form = useForm({
    initial: { amount: fee === undefined ? '' : typedAmount(fee.amount), currency: fee?.currency ?? '' },
    check: ({ amount, currency }) => {
      const value = typedDecimal(amount)
      if (amount.trim() === '') return {}
      return {
        amount: value > 0 && value <= MAX_FEE && Math.round(value * 100) / 100 === value ? undefined : m.events_fees_amount_missing(),
        currency: currency.trim() === '' ? m.events_fees_currency_missing() : undefined,
      }
    },
    send: async ({ amount, currency }) => {
      setIsSaved(false)
      await setFee({ eventId, fee: amount.trim() === '' ? null : { amount: typedDecimal(amount), currency: currency.trim() } })
      setIsSaved(true)
      form.reset()
    },
  })
  useEffect(() => onDirty(form.isDirty), [onDirty, form.isDirty])
  const status = (
    <p role="status" className={layout.muted}>
      {isSaved && !form.isDirty ? m.ui_saved() : ''}
    </p>
  )
  return (
    <FormBody form={form} action={m.events_adjust_save()} kind="quiet" secondaryAction={status}>
      <TextField label={m.events_fees_amount()} inputMode="decimal" maxLength={9} autoComplete="off" dir="ltr" {...form.field('amount')} />
      <TextField label={m.events_fees_currency()} maxLength={8} autoComplete="off" {...form.field('currency')} />
    </FormBody>
  )
}

function Payments({ eventId, fee: { amount, currency } }: { eventId: string; fee: EventFeeDoc }) {
  const setPaid = useMethod(eventsSetPaid)
  const [error, setError] = useState<string | null>(null)
  // Who waits for a place pays once there is one.
  const entrants = useEntrants(eventId).filter(({ waiting }) => waiting === undefined)
  const paid = useDocuments<EventPaymentDoc & { _id: string }, ReadonlySet<string>>(
    'eventPayments',
    documents => new Set(documents.filter(each => each.eventId === eventId).map(({ _id }) => _id)),
    [eventId],
  )
  const money = (players: number): string => m.events_fees_money({ amount: decimal(Math.round(players * amount * 100) / 100), currency })
  const count = entrants.filter(({ _id }) => paid.has(_id)).length
  if (entrants.length === 0) return <EmptyState title={m.events_people_nobody()} />
  return (
    <section className={layout.stack3} aria-label={m.events_fees_paid()}>
      <p className={layout.strong} role="status">
        {m.events_fees_sum({ n: decimal(count), of: decimal(entrants.length), sum: money(count), all: money(entrants.length) })}
      </p>
      {entrants.map(({ _id, displayName }) => (
        <Checkbox
          key={_id}
          label={displayName}
          checked={paid.has(_id)}
          onChange={isPaid => {
            setError(null)
            setPaid({ eventId, entrantId: _id, paid: isPaid }).catch((cause: unknown) => setError(errorMessage(cause)))
          }}
        />
      ))}
      <FormError message={error} />
    </section>
  )
}
