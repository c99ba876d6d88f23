import { useEffect, useState } from 'react'
import { useMethod } from '../../../../platform/live/hooks.ts'
import type { Option } from '../../../../platform/ui/controls/Combobox.tsx'
import { machinesSearch } from '../../../machines/contract.ts'

/** ms after the last keystroke before the server is asked */
const PAUSE = 120

/** Searches the machine catalogue for the typed text, shortly after the last keystroke. */
export function useFoundMachines(typed: string): { found: Option[]; loading: boolean } {
  const search = useMethod(machinesSearch)
  const [found, setFound] = useState<Option[]>([])
  const [loading, setLoading] = useState(false)
  const text = typed.trim().slice(0, 100)
  useEffect(() => {
    setLoading(text !== '')
    if (text === '') return setFound([])
    let wanted = true
    const timer = setTimeout(() => {
      search({ text, limit: 8 }).then(
        machines => {
          if (!wanted) return
          setFound(
            machines.map(({ machineId, name, manufacturer, year }) => ({
              id: machineId,
              name,
              detail: year === null ? manufacturer : `${manufacturer}, ${year}`,
            })),
          )
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
  return { found, loading }
}
