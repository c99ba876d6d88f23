import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { OpenGames } from './OpenGames.tsx'
import { findUnconfirmedGroups } from './unconfirmed-groups.ts'

interface DrawAnywayProps {
  event: ShownEvent
  /** number of the round that would be drawn */
  number: number
  onDraw: () => Promise<void>
  onClose: () => void
}

/** Asks before a round is drawn although games are without a result, and names them. They stay open and can be entered later. */
export function DrawAnyway({ event, number, onDraw, onClose }: DrawAnywayProps) {
  const { live, rounds } = useRounds(event._id, true)
  const open = findUnconfirmedGroups(rounds)
  return (
    <ConfirmDialog
      title={m.events_draw_anyway_title({ n: number })}
      confirmLabel={m.events_draw({ n: number })}
      cancelLabel={m.ui_cancel()}
      isLoading={live.state === 'pending'}
      onConfirm={onDraw}
      onClose={onClose}
    >
      {live.state === 'pending' && <Skeleton kind="board-row" count={2} />}
      {live.state === 'failed' && <FormError message={errorMessage(live.error)} />}
      {open.length > 0 && <OpenGames event={event} games={open} />}
      <p>{m.events_draw_anyway_words()}</p>
    </ConfirmDialog>
  )
}
