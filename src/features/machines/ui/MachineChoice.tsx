import { useState } from 'react'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { useMachineSearch } from './use-machine-search.ts'

/** A machine of a list that is not known here: the user says which one it is, or leaves it out. `chosen`: its name here */
export function MachineChoice({
  listed,
  hint,
  chosen,
  onChoose,
}: {
  listed: string
  hint: string
  chosen: string | null
  onChoose: (machine: { machineId: string; name: string } | null) => void
}) {
  const [text, setText] = useState('')
  const { found, loading } = useMachineSearch(chosen === null ? text : '')
  return (
    <Combobox
      label={<bdi>{listed}</bdi>}
      hint={chosen === null ? hint : undefined}
      value={chosen ?? text}
      options={found}
      loading={loading}
      onTextChange={typed => {
        setText(typed)
        onChoose(null)
      }}
      onPick={({ id, name: picked }) => onChoose({ machineId: id, name: picked })}
    />
  )
}
