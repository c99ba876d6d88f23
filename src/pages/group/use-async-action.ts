import { useState } from 'react'
import { errorMessage } from '../../platform/live/hooks.ts'

/** An action behind a button: whether it is running, and its error. After a success it stays busy. */
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
