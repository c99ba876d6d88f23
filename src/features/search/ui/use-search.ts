import { useEffect, useRef, useState } from 'react'
import { useConnection, useMethod } from '../../../platform/live/hooks.ts'
import { type SearchResults, search } from '../contract.ts'

/** ms without another letter before the question is asked */
const PAUSE = 120

/** What was answered last, which may have been to another text. */
export type SearchAnswer = { text: string } & ({ found: SearchResults; error?: undefined } | { error: unknown; found?: undefined })

/** Asks while somebody types; an answer that comes after the text has changed is dropped. */
export function useAnswer(text: string): { answer: SearchAnswer | null; line: 'up' | 'coming' | 'down'; retry: () => void } {
  const ask = useMethod(search)
  const { status } = useConnection()
  const [answer, setAnswer] = useState<SearchAnswer | null>(null)
  const [tries, setTries] = useState(0)
  const lost = useRef(false)
  if (status.status === 'connected') lost.current = false
  else if (status.status !== 'connecting') lost.current = true
  // A line that was lost is down until it is back, however often it is tried.
  const line = status.status === 'connected' ? 'up' : lost.current ? 'down' : 'coming'

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    if (line !== 'up') return
    let late = false
    const settle = (next: SearchAnswer) => {
      if (!late) setAnswer(next)
    }
    const timer = setTimeout(
      () =>
        ask({ text }).then(
          found => settle({ text, found }),
          (error: unknown) => settle({ text, error }),
        ),
      PAUSE,
    )
    return () => {
      late = true
      clearTimeout(timer)
    }
  }, [text, line, tries, ask])

  return {
    answer,
    line,
    retry: () => {
      setAnswer(null)
      setTries(tries + 1)
    },
  }
}
