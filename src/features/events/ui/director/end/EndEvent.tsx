import type { ReactNode } from 'react'
import { eventsClose } from '#events/contract/admin.ts'
import { formatRules } from '#events/formats/registry.ts'
import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { useAnnounce } from '../action-area.tsx'
import { OpenGames } from '../rounds/OpenGames.tsx'
import { findUnconfirmedGroups } from '../rounds/unconfirmed-groups.ts'

interface EndEventProps {
  event: ShownEvent
  onClose: () => void
}

/** Asks before the event is ended. Where it is played in rounds, names the groups whose result is missing. */
export function EndEvent(props: EndEventProps) {
  return formatRules(props.event.format).rounds === null ? <EndDialog {...props} /> : <EndRounds {...props} />
}

function EndRounds({ event, onClose }: EndEventProps) {
  const { _id: eventId } = event
  const { live, rounds } = useRounds(eventId, true)
  const missing = findUnconfirmedGroups(rounds)
  return (
    <EndDialog event={event} isLoading={live.state === 'pending'} isIncomplete={missing.length > 0} onClose={onClose}>
      {live.state === 'pending' && <Skeleton kind="board-row" count={2} />}
      {live.state === 'failed' && <FormError message={`${m.events_state_end_unchecked()} ${errorMessage(live.error)}`} />}
      {missing.length > 0 && <OpenGames event={event} games={missing} />}
    </EndDialog>
  )
}

interface EndDialogProps extends EndEventProps {
  /** true: it is not known yet whether results are missing */
  isLoading?: boolean
  /** true: results are missing */
  isIncomplete?: boolean
  children?: ReactNode
}

function EndDialog({
  event: { _id: eventId, name, format, standingsHeld },
  isLoading = false,
  isIncomplete = false,
  onClose,
  children,
}: EndDialogProps) {
  const close = useMethod(eventsClose)
  const announce = useAnnounce()
  return (
    <ConfirmDialog
      title={m.events_state_end_title({ name })}
      confirmLabel={isIncomplete ? m.events_state_end_anyway() : m.events_state_end()}
      cancelLabel={m.events_state_end_no()}
      isLoading={isLoading}
      onConfirm={async () => {
        await close({ eventId })
        announce(m.events_ended())
      }}
      onClose={onClose}
    >
      {children}
      <p>{formatRules(format).endsByClock ? m.events_state_end_words() : m.events_state_end_words_rounds()}</p>
      {standingsHeld && <p>{m.events_state_end_held()}</p>}
    </ConfirmDialog>
  )
}
