import { use, useEffect } from 'react'
import type { RouteMatch } from '../../../../platform/live/route.ts'
import { NavigateContext } from '../../../../platform/ui/navigate.ts'
import { pathAfter } from './return-path.ts'
import { useSession } from './use-account.ts'

/** For pages that end in being signed in: who is, goes on to where he came from. @returns that path */
export function useEntry(query: RouteMatch['query']): string {
  const next = pathAfter(query)
  const { state } = useSession()
  const navigate = use(NavigateContext)
  const signedIn = state.userId !== null && !state.loggingIn
  useEffect(() => {
    if (signedIn) navigate?.(next)
  }, [signedIn, navigate, next])
  return next
}
