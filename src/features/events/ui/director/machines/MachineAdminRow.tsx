import { useId, useState } from 'react'
import { eventsSetMachine } from '#events/contract/admin.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import type { PlayedGroup } from '#events/ui/rounds/games-of-group.ts'
import { joinNames } from '#events/ui/rounds/result-entry.ts'
import { type Machine, useEntrants } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminRow } from '../AdminRow.tsx'
import { ActionButton, ActionError } from '../action-area.tsx'
import styles from '../director.module.css'

interface MachineAdminRowProps {
  machine: Machine
  isOver: boolean
  /** the games that are played on it now */
  games: readonly PlayedGroup[]
  /** @param gameId the game that shall be moved to another machine */
  onMove: (gameId: string) => void
  /** undefined: the machine may not be removed */
  onRemove: (() => void) | undefined
  /** undefined: no scores are entered in this event */
  onVoid: (() => void) | undefined
}

/** A machine of an event with its state and the actions on it. On a phone the rare actions are behind a button. */
export function MachineAdminRow({
  machine: { eventId, machineId, name, active, target },
  isOver,
  games,
  onMove,
  onRemove,
  onVoid,
}: MachineAdminRowProps) {
  const names = new Map(useEntrants(eventId).map(({ _id, displayName }) => [_id, displayName]))
  const setMachine = useMethod(eventsSetMachine)
  const [showsMore, setShowsMore] = useState(false)
  const moreId = useId()
  return (
    <AdminRow
      title={name}
      facts={
        <>
          <span className={cx(styles.state, !active && styles.outOfOrder)}>
            {!active && <Icon name="warn" />}
            {active ? m.events_machines_in_order() : m.events_machines_broken()}
          </span>
          {!active &&
            games.map(({ _id, number, entrantIds }) => (
              <span key={_id}>
                {m.events_machines_group_on({
                  n: number,
                  names: joinNames(entrantIds.map(id => names.get(id) ?? m.events_some_player_inside())),
                })}
              </span>
            ))}
          {target !== undefined && <span>{m.events_machines_target({ target: plainNumber(target) })}</span>}
        </>
      }
      more={
        (onRemove !== undefined || onVoid !== undefined) && (
          <div id={moreId} className={cx(layout.row2, styles.actions, styles.rare, !showsMore && styles.folded)}>
            {onRemove && (
              <Button kind="plain" className={styles.more} aria-label={m.events_machines_remove_it({ machine: name })} onClick={onRemove}>
                {m.events_machines_remove()}
              </Button>
            )}
            {onVoid && (
              <Button kind="plain" className={styles.more} aria-label={m.events_machines_void_on({ machine: name })} onClick={onVoid}>
                {m.events_void_scores()}
              </Button>
            )}
          </div>
        )
      }
      error={<ActionError subjectId={machineId} />}
    >
      {!isOver && (
        <ActionButton
          subjectId={machineId}
          label={active ? m.events_machines_break_it({ machine: name }) : m.events_machines_mend_it({ machine: name })}
          doneMessage={active ? m.events_machines_is_broken({ machine: name }) : m.events_machines_is_mended({ machine: name })}
          action={() => setMachine({ eventId, machineId, active: !active })}
        >
          {active ? m.events_machines_break() : m.events_machines_mend()}
        </ActionButton>
      )}
      {!active &&
        games.map(({ _id, number }) => (
          <Button key={_id} kind="primary" aria-label={m.events_group_move_of({ n: decimal(number) })} onClick={() => onMove(_id)}>
            {m.events_move_group()}
          </Button>
        ))}
      {(onRemove !== undefined || onVoid !== undefined) && (
        <Button
          kind="plain"
          className={cx(styles.more, styles.opener)}
          aria-label={m.events_people_more_about({ name })}
          aria-expanded={showsMore}
          aria-controls={moreId}
          onClick={() => setShowsMore(!showsMore)}
        >
          <Icon name="down" />
        </Button>
      )}
    </AdminRow>
  )
}
