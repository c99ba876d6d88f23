import { use, useEffect, useState } from 'react'
import { useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { type FoundPlayer, type PlayerDoc, playersOne } from '../contract/players.ts'
import { PlayerSearchContext } from './player-search.ts'

/** ms after the last keystroke before the server is asked */
const DEBOUNCE_MS = 120
const LIMIT = 8

const hasUsername = ({ username }: { username: string }, text: string): boolean => username.toLowerCase() === text.toLowerCase()

/**
 * Searches players by the typed text, shortly after the last keystroke: those whose names begin with the typed words, and an unlisted
 * player if the text is exactly the user name.
 */
export function usePlayerSearch(typed: string): { found: readonly FoundPlayer[]; loading: boolean } {
  const text = typed.trim().slice(0, 60)
  const search = useMethod(use(PlayerSearchContext)!)
  const [answer, setAnswer] = useState<{ text: string; players: readonly FoundPlayer[] } | null>(null)
  useEffect(() => {
    if (text === '') return
    let isCurrent = true
    const show = (players: readonly FoundPlayer[]): void => {
      if (isCurrent) setAnswer({ text, players })
    }
    const timer = setTimeout(() => {
      search({ text, limit: LIMIT }).then(
        ({ players }) => show(players),
        () => show([]),
      )
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [search, text])
  const listed = answer?.text === text ? answer.players : null
  const mayBeUnlisted = listed !== null && /^\S{2,60}$/.test(text) && !listed.some(player => hasUsername(player, text))
  const { state } = useSubscription(playersOne, mayBeUnlisted ? { username: text } : null)
  const unlisted = useDocuments<PlayerDoc, FoundPlayer[]>(
    'players',
    documents =>
      documents
        .filter(player => mayBeUnlisted && hasUsername(player, text))
        .map(({ _id: userId, username, displayName }) => ({ userId, username, displayName })),
    [text, mayBeUnlisted],
  )
  if (text === '') return { found: [], loading: false }
  return { found: [...unlisted, ...(listed ?? [])], loading: listed === null || (mayBeUnlisted && state === 'pending') }
}
