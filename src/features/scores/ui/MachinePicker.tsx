import { useEffect, useState } from 'react'
import { useCall } from '../../../platform/live/hooks.ts'
import { Combobox, type Option } from '../../../platform/ui/Combobox.tsx'
import { type FoundMachine, type MachineDoc, machinesSearch } from '../../machines/contract.ts'

const optionOf = ({ machineId, name, manufacturer, year }: FoundMachine): Option => ({
  id: machineId,
  name,
  detail: year === null ? manufacturer : `${manufacturer}, ${year}`,
})

/** ms after the last key before the server is asked */
const PAUSE = 120

/** A machine by typing some of its letters; with nothing typed, the most played. */
export function MachinePicker({
  machine,
  error,
  onPick,
}: {
  machine: (MachineDoc & { _id: string }) | null
  error: string | undefined
  onPick: (machineId: string | null) => void
}) {
  const search = useCall(machinesSearch)
  const [text, setText] = useState<string | null>(null)
  const [options, setOptions] = useState<Option[]>([])
  const [loading, setLoading] = useState(false)
  const typed = text ?? machine?.name ?? ''
  useEffect(() => {
    if (text === null) return
    let wanted = true
    setLoading(true)
    const timer = setTimeout(() => {
      search({ text: text.slice(0, 100), limit: 8 }).then(
        found => {
          if (!wanted) return
          setOptions(found.map(optionOf))
          setLoading(false)
        },
        () => wanted && setLoading(false),
      )
    }, PAUSE)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [search, text])
  return (
    <Combobox
      label="Machine"
      value={typed}
      options={options}
      loading={loading}
      error={error}
      placeholder="Attack From Mars"
      onText={next => {
        setText(next)
        if (machine !== null) onPick(null)
      }}
      onPick={option => {
        setText(option.name)
        onPick(option.id)
      }}
    />
  )
}
