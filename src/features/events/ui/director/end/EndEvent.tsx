import type { ReactNode } from 'react'
import { eventsClose } from '#events/contract/admin.ts'
import { formatRules } from '#events/formats/registry.ts'
import { commas } from '#events/ui/labels/list-labels.ts'
import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { useEntrants, useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useAnnounce } from '../action-area.tsx'
import styles from '../director.module.css'
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
  const { machines } = useEvent(eventId)
  const names = new Map(useEntrants(eventId).map(({ _id, displayName }) => [_id, displayName]))
  const missing = findUnconfirmedGroups(rounds)
  return (
    <EndDialog event={event} isLoading={live.state === 'pending'} isIncomplete={missing.length > 0} onClose={onClose}>
      {live.state === 'pending' && <Skeleton kind="board-row" count={2} />}
      {live.state === 'failed' && <FormError message={`${m.events_state_end_unchecked()} ${errorMessage(live.error)}`} />}
      {missing.length > 0 && (
        <div className={cx(layout.stack3, layout.minor)}>
          <p className={layout.strong}>{m.events_state_end_missing({ count: missing.length, n: missing.length })}</p>
          <List className={styles.unconfirmed}>
            {missing.map(({ _id, round, machineId, entrantIds, state }) => (
              <li key={_id}>
                <span className={cx(layout.strong, styles.title)}>
                  {machines.find(each => each.machineId === machineId)?.name ?? m.events_some_machine()}
                </span>{' '}
                {(state === 'entered' ? m.events_state_end_entered : m.events_state_end_group)({
                  round,
                  names: commas(entrantIds.map(id => m.events_list_name({ name: names.get(id) ?? m.events_some_player_inside() }))),
                })}
              </li>
            ))}
          </List>
        </div>
      )}
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

function EndDialog({ event: { _id: eventId, name, format }, isLoading = false, isIncomplete = false, onClose, children }: EndDialogProps) {
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
    </ConfirmDialog>
  )
}
