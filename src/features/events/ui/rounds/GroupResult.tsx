import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { Dialog } from '../../../../platform/ui/controls/Dialog.tsx'
import { VisuallyHidden } from '../../../../platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { FormError } from '../../../../platform/ui/form/FormError.tsx'
import { Avatar } from '../../../../platform/ui/pictures/Avatar.tsx'
import { eventsResult } from '../../contract/rounds.ts'
import type { EventFormat } from '../../formats/registry.ts'
import { formatLabels } from '../../formats/ui/labels.ts'
import { useTell } from '../directing/action-area.tsx'
import type { Entrant } from '../use-event.ts'
import styles from './Rounds.module.css'
import { finishingOrder } from './result-entry.ts'
import type { PlayedGroup } from './use-rounds.ts'

export interface GroupResultProps {
  format: EventFormat
  group: PlayedGroup
  machineName: string
  entrants: ReadonlyMap<string, Entrant>
  /** true if the user is a director, whose entries need no confirmation */
  directs: boolean
  onClose: () => void
}

/** Dialog to enter a group's result by tapping its players in order, the winner first. */
export function GroupResult({ format, group, machineName, entrants, directs, onClose }: GroupResultProps) {
  const send = useMethod(eventsResult)
  const tell = useTell()
  const entry = formatLabels(format).resultEntry ?? finishingOrder
  const [taps, setTaps] = useState<readonly string[]>(() => (group.result === undefined ? [] : entry.taps(format, group.result)))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const nameOf = (id: string): string => entrants.get(id)?.displayName ?? m.events_some_player()
  const order = entry.order(format, taps, group.entrantIds)
  const save = async (): Promise<void> => {
    if (order === null) return setError(entry.missing(format))
    setBusy(true)
    setError(null)
    try {
      await send({ eventId: group.eventId, groupId: group._id, order })
      tell(directs ? m.events_result_confirmed() : m.events_result_sent())
      onClose()
    } catch (cause) {
      setError(errorMessage(cause))
      setBusy(false)
    }
  }
  return (
    <Dialog open title={machineName} onClose={onClose}>
      <p>{entry.instruction(format)}</p>
      <div className={styles.taps}>
        {group.entrantIds.map(id => {
          const at = taps.indexOf(id)
          return (
            <button
              key={id}
              type="button"
              className={cx(styles.tap, at >= 0 && styles.tapped)}
              aria-pressed={at >= 0}
              onClick={() => {
                setTaps(entry.tap(format, taps, id, group.entrantIds))
                setError(null)
              }}
            >
              <Avatar name={nameOf(id)} picture={entrants.get(id)?.avatar} />
              <span className={styles.name}>{nameOf(id)}</span>
              <span className={styles.place}>{at >= 0 ? entry.mark(at) : ''}</span>
            </button>
          )
        })}
      </div>
      <span role="status">
        <VisuallyHidden>{entry.summary(taps.map(nameOf))}</VisuallyHidden>
      </span>
      <FormError message={error} />
      <Button kind="primary" wide busy={busy} onClick={() => void save()}>
        {directs ? m.events_result_confirm() : m.events_result_send()}
      </Button>
      {!directs && <p className={styles.quiet}>{m.events_result_then()}</p>}
    </Dialog>
  )
}
