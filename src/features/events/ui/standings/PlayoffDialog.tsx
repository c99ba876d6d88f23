import { useState } from 'react'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { ordinal } from '#platform/ui/format/ssr-format.ts'
import { placeLabel } from '../labels/number-labels.ts'
import type { LabelledStanding } from '../labels/standing-labels.ts'
import { type Earlier, readEarlier } from '../rounds/earlier-result.ts'
import { ReplaceQuestion } from '../rounds/ReplaceQuestion.tsx'
import { applyTap, completeOrder, placeOrderLabel } from '../rounds/result-entry.ts'
import { TapOrder } from '../rounds/TapOrder.tsx'
import { useAvatars } from '../use-event.ts'
import { useDecidePlayoff } from './use-decide-playoff.ts'

export interface PlayoffDialogProps {
  eventId: string
  /** everybody who shares the rank, or has a place by the playoff that is corrected */
  tied: readonly LabelledStanding[]
  /** called once the order is saved */
  onDecided: () => void
  onClose: () => void
}

/** Dialog in which the director enters the order of a playoff. */
export function PlayoffDialog({ eventId, tied, onDecided, onClose }: PlayoffDialogProps) {
  const decide = useDecidePlayoff(eventId)
  const avatars = useAvatars(eventId)
  // Those who were tied when the dialog opened: the rows move as soon as the order is saved.
  const [rows] = useState(tied)
  const group = rows.map(({ entrantId }) => entrantId)
  const [taps, setTaps] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** what the director is asked to replace; null: nothing is asked */
  const [earlier, setEarlier] = useState<Earlier | null>(null)
  const first = Math.min(...rows.map(({ rank }) => rank))
  const order = completeOrder(taps, group)
  const placed = order ?? taps
  const entrants = new Map(
    rows.map(({ entrantId, displayName }) => {
      const avatar = avatars.get(entrantId)
      return [entrantId, { displayName, ...(avatar === undefined ? {} : { avatar }) }]
    }),
  )
  const places = placed.map((_, i) => first + i)
  /** @param replaced what the director has agreed to replace */
  const save = async (replaced: Earlier | null): Promise<void> => {
    if (order === null) return setError(m.events_result_tap())
    setBusy(true)
    setError(null)
    try {
      await decide(order, replaced?.order)
      onDecided()
    } catch (cause) {
      const before = readEarlier(cause)
      if (before === null) setError(errorMessage(cause))
      else setEarlier(before)
      setBusy(false)
    }
  }
  return (
    <Dialog open title={m.events_playoff_title({ place: placeLabel(first) })} isDirty={taps.length > 0} onClose={onClose}>
      <p>{m.events_playoff_words()}</p>
      <TapOrder
        group={group}
        taps={taps}
        entrants={entrants}
        mark={id => (placed.includes(id) ? ordinal(places[placed.indexOf(id)]!) : '')}
        onTap={id => {
          setTaps(applyTap(taps, id))
          setError(null)
          setEarlier(null)
        }}
        onTakeBack={id => {
          setTaps(taps.filter(each => each !== id))
          setEarlier(null)
        }}
      />
      <span role="status">
        <VisuallyHidden>
          {placeOrderLabel(
            placed.map(id => entrants.get(id)!.displayName),
            places,
          )}
        </VisuallyHidden>
      </span>
      <FormError message={error} />
      {earlier === null ? (
        <Button kind="primary" wide busy={busy} onClick={() => void save(null)}>
          {m.events_playoff_save()}
        </Button>
      ) : (
        <ReplaceQuestion
          earlier={earlier}
          result={placeOrderLabel(
            earlier.order.map(id => entrants.get(id)?.displayName ?? m.ui_a_player()),
            earlier.order.map((_, i) => first + i),
          )}
          busy={busy}
          onReplace={() => void save(earlier)}
          onKeep={onClose}
        />
      )}
    </Dialog>
  )
}
