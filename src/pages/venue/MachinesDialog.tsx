import { useRef, useState } from 'react'
import styles from '#events/ui/form/event-form.module.css'
import { MoveButton, RemoveButton } from '#events/ui/OrderButtons.tsx'
import { useMachineSearch } from '#machines/ui/use-machine-search.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { venuesSetMachines } from '#venues/contract.ts'
import type { ShownVenueMachine } from '#venues/ui/use-venue.ts'

/** Which machines stand in a venue, and in which order. Nothing is changed until it is saved. */
export function MachinesDialog({
  venueId,
  machines,
  onClose,
}: {
  venueId: string
  machines: readonly ShownVenueMachine[]
  onClose: () => void
}) {
  const set = useMethod(venuesSetMachines)
  // What somebody else changes meanwhile changes nothing here, and is found when this is saved.
  const [was] = useState(() => machines.map(({ machineId }) => machineId))
  const [rows, setRows] = useState(() => machines.map(({ machineId, name }) => ({ machineId, name })))
  const [text, setText] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLElement>(null)
  const { found, loading } = useMachineSearch(text)
  const ids = rows.map(({ machineId }) => machineId)
  const { busy, error, start } = useAsyncAction(async () => {
    await set({ venueId, machineIds: ids, was })
    onClose()
  })
  const move = (index: number, by: -1 | 1): void => {
    const [row, other] = [rows[index]!, rows[index + by]]
    if (other === undefined) return
    const next = [...rows]
    next[index] = other
    next[index + by] = row
    setRows(next)
    setAnnouncement(m.events_pick_moved({ machine: row.name, n: index + by + 1 }))
  }
  const remove = (index: number): void => {
    setRows(rows.filter((_, i) => i !== index))
    setAnnouncement(m.events_pick_removed({ machine: rows[index]!.name }))
    list.current?.parentElement?.querySelector('input')?.focus()
  }
  return (
    <Dialog
      open
      title={m.venues_edit_machines()}
      isDirty={ids.join(' ') !== was.join(' ')}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={busy} onClick={start}>
          {m.ui_save_changes()}
        </Button>
      }
    >
      <div className={layout.stack3}>
        <Combobox
          label={m.ui_add_machine()}
          value={text}
          options={found.filter(({ id }) => !ids.includes(id))}
          loading={loading}
          placeholder={m.ui_machine_example()}
          noResultsText={m.events_pick_nothing()}
          onTextChange={setText}
          onPick={({ id, name }) => {
            setText('')
            setRows([...rows, { machineId: id, name }])
            setAnnouncement(m.events_pick_added({ machine: name, n: rows.length + 1 }))
          }}
        />
        <List ordered className={layout.stack} ref={list} aria-label={m.ui_machines()}>
          {rows.map(({ machineId, name }, index) => (
            <li key={machineId} className={styles.machine}>
              <span className={styles.number}>{index + 1}</span>
              <span className={cx(layout.anywhere, layout.strong)}>{name}</span>
              <span className={styles.moves}>
                <MoveButton by={-1} atEnd={index === 0} label={m.events_pick_earlier({ machine: name })} onClick={() => move(index, -1)} />
                <MoveButton
                  by={1}
                  atEnd={index === rows.length - 1}
                  label={m.venues_pick_later({ machine: name })}
                  onClick={() => move(index, 1)}
                />
                <RemoveButton label={m.events_pick_remove({ machine: name })} onClick={() => remove(index)} />
              </span>
            </li>
          ))}
        </List>
        <span role="status">
          <VisuallyHidden>{announcement}</VisuallyHidden>
        </span>
        <FormError message={error} />
      </div>
    </Dialog>
  )
}
