import { useEffect, useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import type { Option } from '#platform/ui/controls/Combobox.tsx'
import { type FoundMachine, machinesSearch } from '../contract/machines.ts'

/** ms after the last keystroke before the server is asked */
const DEBOUNCE_MS = 120

/** What tells machines of one name apart: the manufacturer, and the year if it is known. */
export const machineDetail = ({ manufacturer, year }: Pick<FoundMachine, 'manufacturer' | 'year'>): string =>
  year === null ? manufacturer : m.ui_maker_year({ manufacturer, year })

const toOption = ({ machineId, name, ...machine }: FoundMachine): Option => ({ id: machineId, name, detail: machineDetail(machine) })

/** Searches the machine catalogue for the typed text, shortly after the last keystroke. */
export function useMachineSearch(typed: string): { found: Option[]; loading: boolean } {
  const search = useMethod(machinesSearch)
  const [found, setFound] = useState<Option[]>([])
  const [loading, setLoading] = useState(false)
  const text = typed.trim().slice(0, 100)
  useEffect(() => {
    setLoading(text !== '')
    if (text === '') return setFound([])
    let isCurrent = true
    const timer = setTimeout(() => {
      search({ text, limit: 8 }).then(
        machines => {
          if (!isCurrent) return
          setFound(machines.map(toOption))
          setLoading(false)
        },
        () => isCurrent && setLoading(false),
      )
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [search, text])
  return { found, loading }
}
