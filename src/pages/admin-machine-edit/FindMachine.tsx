import { useEffect, useState } from 'react'
import * as m from '#messages'
import { type FoundMachine, machinesSearch } from '../../features/machines/contract.ts'
import { useMethod } from '../../platform/live/hooks.ts'
import { Combobox, type Option } from '../../platform/ui/controls/Combobox.tsx'

/** delay after the last keystroke before the server is asked, in ms */
const PAUSE = 120

const optionOf = ({ machineId, name, manufacturer, year }: FoundMachine): Option => ({
  id: machineId,
  name,
  detail: year === null ? manufacturer : m.machines_maker_year({ manufacturer, year }),
})

/** A field that searches the catalogue as the user types, to pick a machine. */
export function FindMachine({ label = m.machines_find_label(), onFound }: { label?: string; onFound: (machineId: string) => void }) {
  const search = useMethod(machinesSearch)
  const [text, setText] = useState('')
  const [options, setOptions] = useState<Option[]>([])
  const [loading, setLoading] = useState(false)
  const wanted = text.trim()
  useEffect(() => {
    setLoading(wanted !== '')
    if (wanted === '') return setOptions([])
    let current = true
    const timer = setTimeout(() => {
      search({ text: wanted.slice(0, 100), limit: 8 }).then(
        found => {
          if (!current) return
          setOptions(found.map(optionOf))
          setLoading(false)
        },
        () => current && setLoading(false),
      )
    }, PAUSE)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [search, wanted])
  return (
    <Combobox
      label={label}
      value={text}
      options={options}
      loading={loading}
      placeholder={m.machines_find_placeholder()}
      onText={setText}
      onPick={({ id }) => {
        setText('')
        onFound(id)
      }}
    />
  )
}
