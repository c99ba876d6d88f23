import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import { USERS } from '#accounts/contract/accounts.ts'
import { useDocument } from '#platform/live/hooks.ts'
import type { Account } from '#platform/ui/layouts/nav-items.ts'
import type { ShownSize } from '#platform/ui/pictures/pictures.ts'
import type { AccountSession } from './auth-client.ts'
import type { SessionState } from './login.ts'

/** null during server rendering */
export const SessionContext = createContext<AccountSession | null>(null)

const NOBODY: SessionState = { userId: null, loggingIn: false, loggingOut: false }

/** In the first render the session is not known yet, because the server renders the same page for everybody. */
export function useSession(): { session: AccountSession | null; state: SessionState; known: boolean } {
  const session = use(SessionContext)
  const listen = useCallback((listener: () => void) => session?.listen(listener) ?? (() => {}), [session])
  const state = useSyncExternalStore(
    listen,
    () => session?.state ?? NOBODY,
    () => NOBODY,
  )
  const known = useSyncExternalStore(
    listen,
    () => session !== null,
    () => false,
  )
  return { session, state, known }
}

/**
 * The id of the user who is signed in, or null. For what shows nothing else of the account: unlike `useAccount`, it does not render again when it
 * turns out that nobody is signed in.
 */
export function useUserId(): string | null {
  const session = use(SessionContext)
  return useSyncExternalStore(
    useCallback(listener => session?.listen(listener) ?? (() => {}), [session]),
    () => session?.state.userId ?? null,
    () => null,
  )
}

/**
 * Whether somebody is signed in, also while a new connection logs in again (`busy`). What users type into belongs to this, not to `in`: it
 * would be lost at each reconnect.
 */
export const isSignedIn = ({ userId }: { userId: string | null }): boolean => userId !== null

/** The signed-in user, for the layouts. While a new connection logs in again, the account has the names that it had before. */
export function useAccount(): Account & { userId: string | null } {
  const { state, known } = useSession()
  const user = useDocument<{ username?: string; profile?: { name?: string }; avatar?: ShownSize }>(USERS, state.userId)
  if (!known) return { state: 'unknown', userId: null }
  const isBusy = state.loggingIn || state.loggingOut
  if (state.userId === null && !isBusy) return { state: 'out', userId: null }
  return {
    state: user === undefined || isBusy ? 'busy' : 'in',
    userId: state.userId,
    username: user?.username,
    displayName: user?.profile?.name || user?.username,
    picture: user?.avatar,
  }
}
