import { type ReactNode, useState } from 'react'
import { useMachineSearch } from '#machines/ui/use-machine-search.ts'
import * as m from '#messages'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'

export interface MachinePickerProps {
  label: string
  /** ids of machines that are not offered */
  excluded: readonly string[]
  /** the chosen machine, whose name stays in the field; null: none, or it was taken over */
  picked: { id: string; name: string } | null
  error?: ReactNode
  /** called with null once another name is typed */
  onPick: (machine: { id: string; name: string } | null) => void
}

/** A field that finds one machine of the catalogue by its name. */
export function EventMachinePicker({ label, excluded, picked, error, onPick }: MachinePickerProps) {
  const [text, setText] = useState('')
  const { found, loading } = useMachineSearch(picked === null ? text : '')
  return (
    <Combobox
      label={label}
      value={picked?.name ?? text}
      options={found.filter(({ id }) => !excluded.includes(id))}
      loading={loading}
      placeholder={m.ui_machine_example()}
      hint={picked === null ? m.events_pick_hint() : undefined}
      error={error}
      noResultsText={m.events_pick_nothing()}
      onTextChange={typed => {
        setText(typed)
        if (picked !== null) onPick(null)
      }}
      onPick={({ id, name }) => {
        setText('')
        onPick({ id, name })
      }}
    />
  )
}
