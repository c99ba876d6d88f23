import { useCallback, useEffect, useState } from 'react'
import { moderationOverview, type PendingModeration, type SiteOverview, siteOverview } from '#admin/contract.ts'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'

/** ms between two calls while the page is visible */
const PAUSE = 30_000

interface Loaded<T> {
  /** null: not loaded yet */
  value: T | null
  error: string | null
  reload(): void
}

/** Calls a method at once, and again every half minute while the page is visible. @param call null: not at all */
function usePolled<T>(call: (() => Promise<T>) | null): Loaded<T> {
  const [value, setValue] = useState<T | null>(null)
  const [error, setError] = useState<string | null>(null)
  const load = useCallback(() => {
    if (call === null) return
    call().then(
      found => {
        setValue(found)
        setError(null)
      },
      (problem: unknown) => setError(errorMessage(problem)),
    )
  }, [call])
  useEffect(() => {
    load()
    const timer = setInterval(() => document.hidden || load(), PAUSE)
    return () => clearInterval(timer)
  }, [load])
  return { value, error, reload: load }
}

/** What administrators see: the state of the whole site. */
export function useSiteOverview(): Loaded<SiteOverview> {
  const overview = useMethod(siteOverview)
  return usePolled(useCallback(() => overview({}), [overview]))
}

/** @param wanted true for users who moderate without being administrators */
export function useModerationOverview(wanted: boolean): PendingModeration | null {
  const overview = useMethod(moderationOverview)
  const call = useCallback(() => overview({}), [overview])
  return usePolled(wanted ? call : null).value
}
