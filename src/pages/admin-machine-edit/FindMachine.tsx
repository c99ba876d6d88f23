import { useState } from 'react'
import { useMachineSearch } from '#machines/ui/use-machine-search.ts'
import * as m from '#messages'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'

/** A field that searches the catalogue as the user types, to pick a machine. */
export function FindMachine({ label = m.machines_find_label(), onFound }: { label?: string; onFound: (machineId: string) => void }) {
  const [text, setText] = useState('')
  const { found, loading } = useMachineSearch(text)
  return (
    <Combobox
      label={label}
      value={text}
      options={found}
      loading={loading}
      placeholder={m.ui_machine_example()}
      onTextChange={setText}
      onPick={({ id }) => {
        setText('')
        onFound(id)
      }}
    />
  )
}
