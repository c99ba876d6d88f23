import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { Dialog } from '../../../../platform/ui/controls/Dialog.tsx'
import { VisuallyHidden } from '../../../../platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { FormError } from '../../../../platform/ui/form/FormError.tsx'
import { ordinal } from '../../../../platform/ui/format/ssr-format.ts'
import { Avatar } from '../../../../platform/ui/pictures/Avatar.tsx'
import { eventsResult } from '../../contract/rounds.ts'
import { useTell } from '../directing/action-area.tsx'
import type { PlayedGroup } from '../directing/use-rounds.ts'
import styles from './Rounds.module.css'
import { placeOrderLabel, tapped } from './result-entry.ts'
import type { Entrant } from './use-event.ts'

export interface GroupResultProps {
  group: PlayedGroup
  machineName: string
  entrants: ReadonlyMap<string, Entrant>
  /** true if the user is a director, whose entries need no confirmation */
  directs: boolean
  onClose: () => void
}

/** Dialog to enter a group's result by tapping its players in order, the winner first. */
export function GroupResult({ group, machineName, entrants, directs, onClose }: GroupResultProps) {
  const send = useMethod(eventsResult)
  const tell = useTell()
  const [order, setOrder] = useState<readonly string[]>(group.result ?? [])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const nameOf = (id: string): string => entrants.get(id)?.displayName ?? m.events_some_player()
  const complete = order.length === group.entrantIds.length
  const save = async (): Promise<void> => {
    if (!complete) return setError(m.events_result_tap())
    setBusy(true)
    setError(null)
    try {
      await send({ eventId: group.eventId, groupId: group._id, order: [...order] })
      tell(directs ? m.events_result_confirmed() : m.events_result_sent())
      onClose()
    } catch (cause) {
      setError(errorMessage(cause))
      setBusy(false)
    }
  }
  return (
    <Dialog open title={machineName} onClose={onClose}>
      <p>{m.events_result_words()}</p>
      <div className={styles.taps}>
        {group.entrantIds.map(id => {
          const place = order.indexOf(id) + 1
          return (
            <button
              key={id}
              type="button"
              className={cx(styles.tap, place > 0 && styles.tapped)}
              aria-pressed={place > 0}
              onClick={() => {
                setOrder(tapped(order, id, group.entrantIds))
                setError(null)
              }}
            >
              <Avatar name={nameOf(id)} picture={entrants.get(id)?.avatar} />
              <span className={styles.name}>{nameOf(id)}</span>
              <span className={styles.place}>{place > 0 ? ordinal(place) : ''}</span>
            </button>
          )
        })}
      </div>
      <span role="status">
        <VisuallyHidden>{placeOrderLabel(order, nameOf)}</VisuallyHidden>
      </span>
      <FormError message={error} />
      <Button kind="primary" wide busy={busy} onClick={() => void save()}>
        {directs ? m.events_result_confirm() : m.events_result_send()}
      </Button>
      {!directs && <p className={styles.quiet}>{m.events_result_then()}</p>}
    </Dialog>
  )
}
