import { useCallback, useEffect, useRef, useState } from 'react'
import { useConnection, useMethod } from '#platform/live/hooks.ts'
import { type SearchResults, search } from '../contract.ts'

/** ms without further typing before the search is sent */
const DEBOUNCE_MS = 120

/** The latest answer, which may belong to an earlier text. */
export type SearchAnswer = { text: string } & ({ found: SearchResults; error?: undefined } | { error: unknown; found?: undefined })

/** Searches while the user types; an answer that arrives after the text has changed is dropped. */
export function useSearch(text: string): { answer: SearchAnswer | null; connection: 'up' | 'coming' | 'down'; retry: () => void } {
  const callSearch = useMethod(search)
  const { status } = useConnection()
  const [answer, setAnswer] = useState<SearchAnswer | null>(null)
  /** how often it was asked, or the text changed */
  const asked = useRef(0)
  const isLost = useRef(false)
  if (status.status === 'connected') isLost.current = false
  else if (status.status !== 'connecting') isLost.current = true
  // A lost connection counts as down until it is open again, however often a reconnect is attempted.
  const connection = status.status === 'connected' ? 'up' : isLost.current ? 'down' : 'coming'

  const ask = useCallback(() => {
    const own = ++asked.current
    const showAnswer = (next: SearchAnswer) => {
      if (own === asked.current) setAnswer(next)
    }
    callSearch({ text }).then(
      found => showAnswer({ text, found }),
      (error: unknown) => showAnswer({ text, error }),
    )
  }, [text, callSearch])

  useEffect(() => {
    if (connection !== 'up') return
    const timer = setTimeout(ask, DEBOUNCE_MS)
    return () => {
      asked.current++
      clearTimeout(timer)
    }
  }, [ask, connection])

  return {
    answer,
    connection,
    retry: () => {
      setAnswer(null)
      ask()
    },
  }
}
