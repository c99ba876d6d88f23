import { useState } from 'react'
import { errorMessage } from './hooks.ts'

/** An action behind a button: whether it is running, and its error. */
export function useAsyncAction(run: () => Promise<unknown>): { busy: boolean; error: string | null; start(): void } {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const start = (): void => {
    setBusy(true)
    setError(null)
    run()
      .catch((cause: unknown) => setError(errorMessage(cause)))
      .finally(() => setBusy(false))
  }
  return { busy, error, start }
}
