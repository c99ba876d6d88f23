import { eventsAdjust, MAX_ADJUSTMENT } from '#events/contract/rounds.ts'
import type { AdjustedFigure } from '#events/rules/adjustment.ts'
import { adjustmentLabel } from '#events/ui/labels/adjustment-label.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { typedDecimal, typedNumber } from '#platform/text/numbers.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { SegmentedControl } from '#platform/ui/controls/SegmentedControl.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { useAnnounce } from '../action-area.tsx'

interface AdjustTotalProps {
  eventId: string
  entrant: Entrant
  /** what is added or taken */
  figure: AdjustedFigure
  onClose: () => void
}

const LABELS = { point: m.events_adjust_points, strike: m.events_adjust_strikes, stroke: m.events_adjust_strokes }

/** Dialog that adds points, strikes or strokes to a player's total, or takes them, with a reason. */
export function AdjustTotal({ eventId, entrant: { _id: entrantId, displayName: name }, figure, onClose }: AdjustTotalProps) {
  const adjust = useMethod(eventsAdjust)
  const announce = useAnnounce()
  const requestId = useRequestId()
  const read = figure === 'point' ? typedDecimal : typedNumber
  const form = useForm({
    initial: { sign: '+', amount: '', reason: '' },
    check: ({ amount, reason }) => ({
      amount: read(amount) > 0 && read(amount) <= MAX_ADJUSTMENT ? undefined : m.events_adjust_amount_missing(),
      reason: reason.trim() === '' ? m.events_adjust_reason_missing() : undefined,
    }),
    send: async ({ sign, amount, reason }) => {
      const change = { amount: sign === '+' ? read(amount) : -read(amount), reason: reason.trim() }
      await adjust({ _id: requestId(change), eventId, entrantId, ...change })
      announce(m.events_adjust_done({ name, change: adjustmentLabel(figure, change.amount) }))
      onClose()
    },
  })
  return (
    <Dialog open title={m.events_adjust_title({ name })} isDirty={form.isDirty} onClose={onClose}>
      <FormBody form={form} action={m.events_adjust_save()} wide>
        <SegmentedControl
          label={m.events_adjust_sign()}
          value={form.values.sign}
          choices={[
            { value: '+', label: m.events_adjust_add() },
            { value: '-', label: m.events_adjust_take() },
          ]}
          onChange={sign => form.set('sign', sign)}
        />
        <TextField label={LABELS[figure]()} inputMode="decimal" maxLength={8} autoComplete="off" dir="ltr" {...form.field('amount')} />
        <TextField
          label={m.ui_reason()}
          hint={m.events_adjust_reason_hint()}
          maxLength={300}
          autoComplete="off"
          {...form.field('reason')}
        />
      </FormBody>
    </Dialog>
  )
}
