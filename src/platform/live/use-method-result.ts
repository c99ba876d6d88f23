import { useCallback, useEffect, useRef, useState } from 'react'
import type { MethodContract } from './contract.ts'
import { errorMessage, useMethod } from './hooks.ts'

export interface MethodResult<Answer> {
  /** the last answer; null: there is none yet */
  result: Answer | null
  /** the message of the last call's error; null: it had none */
  error: string | null
  /** Calls the method again. Never rejects. */
  reload: () => Promise<void>
}

/** Calls a method once, and again when its argument changes. Only for methods that may be called twice with the same effect. */
export function useMethodResult<Input, Answer>(contract: MethodContract<Input, Answer>, input: Input): MethodResult<Answer> {
  const call = useMethod(contract)
  const [result, setResult] = useState<Answer | null>(null)
  const [error, setError] = useState<string | null>(null)
  const argument = JSON.stringify(input)
  /** The number of calls so far: an answer counts as long as no later call was made. */
  const calls = useRef(0)
  const reload = useCallback(async () => {
    const mine = ++calls.current
    try {
      const answer = await call(JSON.parse(argument) as Input)
      if (mine !== calls.current) return
      setResult(answer)
      setError(null)
    } catch (cause) {
      if (mine === calls.current) setError(errorMessage(cause))
    }
  }, [call, argument])
  useEffect(() => {
    void reload()
    return () => {
      calls.current++
    }
  }, [reload])
  return { result, error, reload }
}
