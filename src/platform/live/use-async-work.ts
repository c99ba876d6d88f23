import { useState } from 'react'
import { errorMessage } from './hooks.ts'

/** What is done one after the other by several buttons of a form: whether something is running, and its error, until it is forgotten. */
export function useAsyncWork(): {
  busy: boolean
  /** the message of the last error; null: there was none */
  error: string | null
  run(work: () => Promise<unknown>): Promise<void>
  forget(): void
} {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setError(null)
    return work()
      .then(
        () => {},
        (cause: unknown) => setError(errorMessage(cause)),
      )
      .finally(() => setBusy(false))
  }
  return { busy, error, run, forget: () => setError(null) }
}
