import { useEffect, useRef, useState } from 'react'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import { oauthRecall } from '#oauth/contract.ts'
import { useMethod } from '#platform/live/hooks.ts'
import { sendAnswer } from './consent-request.ts'

/** Whether somebody has to be asked: not known yet; no, and the browser is on its way back to the application; yes. */
export type Asking = 'unknown' | 'leaving' | 'needed'

/**
 * Goes on with a request without a question if whoever is signed in has allowed as much before. Whatever goes wrong, they are asked.
 * @param onGone called when the request has ended
 */
export function useAsking(requestId: string, onGone: () => void): Asking {
  const recall = useMethod(oauthRecall)
  const account = useAccount()
  const userId = account.state === 'in' ? account.userId : null
  const [decided, setDecided] = useState<{ userId: string; asking: Asking } | null>(null)
  /** whose turn it is: a connection that comes back does not begin again */
  const begun = useRef<string | null>(null)
  useEffect(() => {
    if (userId === null || begun.current === userId) return
    begun.current = userId
    const decide = (asking: Asking): void => setDecided({ userId, asking })
    const goOn = async (): Promise<void> => {
      const { ticket } = await recall({ requestId })
      // Somebody else has signed in meanwhile.
      if (begun.current !== userId) return
      if (ticket === null) return decide('needed')
      decide('leaving')
      const next = await sendAnswer(requestId, ticket)
      if (next === null) onGone()
      // Who goes back in the history comes to the application, and not to a request that has ended.
      else window.location.replace(next)
    }
    goOn().catch(() => decide('needed'))
  }, [recall, requestId, userId, onGone])
  if (account.state === 'out') return 'needed'
  return decided !== null && decided.userId === account.userId ? decided.asking : 'unknown'
}
