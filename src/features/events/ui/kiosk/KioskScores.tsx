import { useState } from 'react'
import { eventsEntrants } from '#events/contract/entrants.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { useEventSubscription } from '../device/device-key.ts'
import { ActionArea } from '../director/action-area.tsx'
import type { EnterScoreProps } from '../director/attempts/EnterScore.tsx'
import type { ShownEvent } from '../types.ts'
import { useEntrants } from '../use-event.ts'

const EnterScore = lazyComponent<EnterScoreProps>(async () => (await import('../director/attempts/EnterScore.tsx')).EnterScore)

/** What a kiosk shows of an event of scores: players choose themselves in a dialog and type what they have played. */
export function KioskScores({ event }: { event: ShownEvent }) {
  const live = useEventSubscription(eventsEntrants, { eventId: event._id })
  const entrants = useEntrants(event._id)
  const [isEntering, setEntering] = useState(false)
  const [hasEntered, setEntered] = useState(false)
  if (entrants.length === 0 && live.state === 'pending') return <Skeleton kind="form" count={1} page />
  if (event.state !== 'live' || entrants.length === 0) {
    return (
      <EmptyState page title={m.events_kiosk_not_live()}>
        {m.events_kiosk_soon()}
      </EmptyState>
    )
  }
  return (
    <ActionArea label={m.ui_scores()}>
      <Button
        kind="primary"
        wide
        onClick={() => {
          setEntering(true)
          setEntered(false)
        }}
      >
        {m.events_enter_title()}
      </Button>
      {/* The area announces it to screen readers. */}
      {hasEntered && <p aria-hidden="true">{m.events_enter_done()}</p>}
      {isEntering && <EnterScore event={event} entrantId="" onEntered={() => setEntered(true)} onClose={() => setEntering(false)} />}
    </ActionArea>
  )
}
