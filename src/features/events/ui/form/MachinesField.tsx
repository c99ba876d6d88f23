import { useRef, useState } from 'react'
import * as m from '#messages'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { Combobox } from '../../../../platform/ui/controls/Combobox.tsx'
import { Icon } from '../../../../platform/ui/controls/Icon.tsx'
import { VisuallyHidden } from '../../../../platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import type { Form } from '../../../../platform/ui/form/use-form.ts'
import type { EventValues } from '../../formats/ui/event-values.ts'
import type { FormatForm } from '../../formats/ui/format-form.ts'
import { MAX_MACHINES } from '../../rules/max-machines.ts'
import styles from './event-form.module.css'
import { parseMachineIds } from './event-form-values.ts'
import { useFoundMachines } from './use-machine-search.ts'

export interface MachinesFieldProps {
  form: Form<EventValues>
  /** names of machines that were chosen before, by id */
  names: Readonly<Record<string, string>>
  /** the form part of the chosen format; null: it is not there yet */
  format: FormatForm | null
}

/** The event's machines, found by typing and kept in order; a format may add a field to each. */
export function MachinesField({ form, names, format }: MachinesFieldProps) {
  const { values } = form
  const MachineField = format?.MachineField
  const [text, setText] = useState('')
  const [picked, setPicked] = useState(names)
  const [told, setTold] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const { found, loading } = useFoundMachines(text)
  const ids = parseMachineIds(values)
  const nameOf = (id: string): string => picked[id] ?? names[id] ?? m.events_some_machine()
  const put = (next: readonly string[], words: string): void => {
    form.set('machineIds', next.join(' '))
    setTold(words)
  }
  const add = (id: string, name: string): void => {
    setText('')
    setPicked({ ...picked, [id]: name })
    if (ids.length < MAX_MACHINES) put([...ids, id], m.events_pick_added({ machine: name, n: ids.length + 1 }))
  }
  const remove = (id: string): void => {
    put(
      ids.filter(each => each !== id),
      m.events_pick_removed({ machine: nameOf(id) }),
    )
    list.current?.parentElement?.querySelector('input')?.focus()
  }
  const earlier = (at: number): void => {
    if (at === 0) return setTold(m.events_pick_first({ machine: nameOf(ids[0]!) }))
    const next = [...ids]
    next.splice(at - 1, 2, ids[at]!, ids[at - 1]!)
    put(next, m.events_pick_moved({ machine: nameOf(ids[at]!), n: at }))
  }
  return (
    <div className={styles.machines}>
      <Combobox
        label={m.events_pick_add()}
        value={text}
        options={found.filter(({ id }) => !ids.includes(id))}
        loading={loading}
        placeholder={m.events_pick_example()}
        hint={ids.length === 0 ? m.events_pick_hint() : m.events_pick_count({ n: ids.length, most: MAX_MACHINES })}
        nothing={m.events_pick_nothing()}
        error={form.field('machineIds').error}
        onText={setText}
        onPick={({ id, name }) => add(id, name)}
      />
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ol className={styles.picked} role="list" ref={list} aria-label={m.events_pick_list()}>
        {ids.map((id, at) => (
          <li key={id} className={styles.machine}>
            <span className={styles.number}>{at + 1}</span>
            <span className={styles.machineName}>{nameOf(id)}</span>
            <span className={styles.moves}>
              <Button
                kind="plain"
                className={cx(styles.icon, at === 0 && styles.first)}
                aria-label={m.events_pick_earlier({ machine: nameOf(id) })}
                onClick={() => earlier(at)}
              >
                <span className={styles.up}>
                  <Icon name="down" />
                </span>
              </Button>
              <Button
                kind="plain"
                className={styles.icon}
                aria-label={m.events_pick_remove({ machine: nameOf(id) })}
                onClick={() => remove(id)}
              >
                <Icon name="close" />
              </Button>
            </span>
            {MachineField && <MachineField form={form} machineId={id} name={nameOf(id)} />}
          </li>
        ))}
      </ol>
      {format?.machinesNote && ids.length > 0 && <p className={styles.quiet}>{format.machinesNote()}</p>}
      <span role="status">
        <VisuallyHidden>{told}</VisuallyHidden>
      </span>
    </div>
  )
}
