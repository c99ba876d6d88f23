import { useState } from 'react'
import { type EventFormatKind, isPlayedInRounds } from '#events/formats/registry.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import { MAX_MACHINES } from '#events/rules/max-machines.ts'
import { useMachineSearch } from '#machines/ui/use-machine-search.ts'
import * as m from '#messages'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { OrderedList } from '#platform/ui/controls/OrderedList.tsx'
import { cx } from '#platform/ui/cx.ts'
import { TextField } from '#platform/ui/form/TextField.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './event-form.module.css'
import { bankOf, parseMachineIds, withBank } from './event-form-values.ts'

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
  const { found, loading } = useMachineSearch(text)
  const ids = parseMachineIds(values)
  const getName = (id: string): string => picked[id] ?? names[id] ?? m.events_some_machine()
  const setMachines = (next: readonly string[]): void => form.set('machineIds', next.join(' '))
  const add = (id: string, name: string): void => {
    setText('')
    setPicked({ ...picked, [id]: name })
    if (ids.length < MAX_MACHINES) setMachines([...ids, id])
  }
  return (
    <div className={layout.stack3}>
      <Combobox
        label={m.ui_add_machine()}
        value={text}
        options={found.filter(({ id }) => !ids.includes(id))}
        loading={loading}
        placeholder={m.ui_machine_example()}
        hint={ids.length === 0 ? m.events_pick_hint() : m.events_pick_count({ n: ids.length, most: MAX_MACHINES })}
        noResultsText={m.events_pick_nothing()}
        error={form.field('machineIds').error}
        onTextChange={setText}
        onPick={({ id, name }) => add(id, name)}
      />
      <OrderedList
        label={m.events_pick_list()}
        items={ids.map(id => ({ id, name: getName(id) }))}
        onChange={next => setMachines(next.map(({ id }) => id))}
        renderMore={({ id, name }) => (
          <>
            {values.machineDraw === 'banks' && isPlayedInRounds(values.kind as EventFormatKind) && (
              <TextField
                label={m.events_machine_bank({ machine: name })}
                maxLength={30}
                autoComplete="off"
                value={bankOf(values, id)}
                onChange={({ target }) => form.set('banks', withBank(values, id, target.value))}
              />
            )}
            {MachineField && <MachineField form={form} machineId={id} name={name} />}
          </>
        )}
      />
      {format?.machinesNote && ids.length > 0 && <p className={cx(layout.quiet, styles.quiet)}>{format.machinesNote()}</p>}
    </div>
  )
}
