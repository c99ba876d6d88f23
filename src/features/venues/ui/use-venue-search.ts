import { useEffect, useState } from 'react'
import { useMethod } from '#platform/live/hooks.ts'
import { type FoundVenue, venuesSearch } from '../contract.ts'

/** ms after the last keystroke before the server is asked */
const DEBOUNCE_MS = 120

/** Searches the venues that the user may see for the typed text, shortly after the last keystroke. */
export function useVenueSearch(typed: string, limit = 8): { found: readonly FoundVenue[]; loading: boolean; failed: boolean } {
  const search = useMethod(venuesSearch)
  const text = typed.trim().slice(0, 100)
  const [answer, setAnswer] = useState<{ text: string; found: readonly FoundVenue[]; failed: boolean } | null>(null)
  useEffect(() => {
    if (text === '') return
    let isCurrent = true
    const timer = setTimeout(() => {
      search({ text, limit }).then(
        found => isCurrent && setAnswer({ text, found, failed: false }),
        () => isCurrent && setAnswer({ text, found: [], failed: true }),
      )
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [search, text, limit])
  if (text === '') return { found: [], loading: false, failed: false }
  return { found: answer?.found ?? [], loading: answer?.text !== text, failed: answer?.failed ?? false }
}
