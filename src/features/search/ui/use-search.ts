import { useEffect, useRef, useState } from 'react'
import { useConnection, useMethod } from '../../../platform/live/hooks.ts'
import { type SearchResults, search } from '../contract.ts'

/** ms without further typing before the search is sent */
const PAUSE = 120

/** The latest answer, which may belong to an earlier text. */
export type SearchAnswer = { text: string } & ({ found: SearchResults; error?: undefined } | { error: unknown; found?: undefined })

/** Searches while the user types; an answer that arrives after the text has changed is dropped. */
export function useAnswer(text: string): { answer: SearchAnswer | null; line: 'up' | 'coming' | 'down'; retry: () => void } {
  const ask = useMethod(search)
  const { status } = useConnection()
  const [answer, setAnswer] = useState<SearchAnswer | null>(null)
  const [tries, setTries] = useState(0)
  const lost = useRef(false)
  if (status.status === 'connected') lost.current = false
  else if (status.status !== 'connecting') lost.current = true
  // A lost connection counts as down until it is open again, however often a reconnect is attempted.
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
