import { useState } from 'react'
import { errorMessage } from '../../../platform/live/hooks.ts'

/** Something that is done by a button: whether it is under way, and what went wrong. It stays busy when it has worked. */
export function useAction(run: () => Promise<unknown>): { busy: boolean; error: string | null; go(): void } {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const go = (): void => {
    setBusy(true)
    setError(null)
    run().catch((cause: unknown) => {
      setError(errorMessage(cause))
      setBusy(false)
    })
  }
  return { busy, error, go }
}
