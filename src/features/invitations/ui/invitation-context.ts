import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { PendingInvitation } from './pending-invitation.ts'

/** null during server rendering */
export const InvitationContext = createContext<PendingInvitation | null>(null)

/** The token that this tab was opened with. In the first render there is none, as on the server. */
export function useInvitation(): { token: string | null; drop: () => void } {
  const pending = use(InvitationContext)
  const token = useSyncExternalStore(
    useCallback(listener => pending?.listen(listener) ?? (() => {}), [pending]),
    () => pending?.token ?? null,
    () => null,
  )
  const drop = useCallback(() => pending?.drop(), [pending])
  return { token, drop }
}
