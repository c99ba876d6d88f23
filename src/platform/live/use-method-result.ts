import { useEffect, useState } from 'react'
import type { MethodContract } from './contract.ts'
import { errorMessage, useMethod } from './hooks.ts'

/**
 * Calls a method once, and again when its argument changes. Only for methods that may be called twice with the same effect.
 * @returns the last answer, and the message of the last error; null: there is none yet
 */
export function useMethodResult<Input, Answer>(
  contract: MethodContract<Input, Answer>,
  input: Input,
): { result: Answer | null; error: string | null } {
  const call = useMethod(contract)
  const [result, setResult] = useState<Answer | null>(null)
  const [error, setError] = useState<string | null>(null)
  const argument = JSON.stringify(input)
  useEffect(() => {
    let isCurrent = true
    call(JSON.parse(argument) as Input).then(
      answer => isCurrent && setResult(answer),
      (cause: unknown) => isCurrent && setError(errorMessage(cause)),
    )
    return () => {
      isCurrent = false
    }
  }, [call, argument])
  return { result, error }
}
