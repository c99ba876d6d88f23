import { use, useEffect } from 'react'
import type { RouteMatch } from '#platform/live/route.ts'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { readReturnPath } from './return-path.ts'
import { useSession } from './use-account.ts'

/**
 * For pages that sign the user in: once signed in, the user is taken back to where they came from, and the page leaves the history.
 * @returns that path
 */
export function useRedirectAfterLogin(query: RouteMatch['query']): string {
  const next = readReturnPath(query)
  const { state } = useSession()
  const navigate = use(NavigateContext)
  const signedIn = state.userId !== null && !state.loggingIn
  useEffect(() => {
    if (signedIn) navigate?.(next, 'replace')
  }, [signedIn, navigate, next])
  return next
}
