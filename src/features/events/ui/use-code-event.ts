import { useEffect, useState } from 'react'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { useMethod } from '#platform/live/hooks.ts'
import { type EventOfCode, eventsLook } from '../contract/entrants.ts'

/**
 * What a check-in or claim code is for. `event`: null as long as it is not known. `isGone`: true if no code of that name works for the
 * user; it is false for visitors, who may see the event of a code once they are signed in.
 */
export function useCodeEvent(code: string | undefined): { event: EventOfCode | null; isGone: boolean } {
  const look = useMethod(eventsLook)
  const { state } = useAccount()
  const [found, setFound] = useState<{ event: EventOfCode | null; isGone: boolean }>({ event: null, isGone: false })
  useEffect(() => {
    if (code === undefined || (state !== 'in' && state !== 'out')) return
    let isCurrent = true
    look({ code }).then(
      event => isCurrent && setFound({ event, isGone: false }),
      (error: unknown) => {
        const isUnknown = error instanceof DdpError && (error.error === 404 || error.error === 400)
        if (isCurrent) setFound({ event: null, isGone: state === 'in' && isUnknown })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [look, code, state])
  return found
}
