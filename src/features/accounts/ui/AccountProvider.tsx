import { type ReactNode, useMemo } from 'react'
import { AccountContext } from '../../../platform/ui/layouts/account-context.ts'
import { useAccount, useSession } from './use-account.ts'

/** Tells the layouts around the pages who is signed in, and lets them sign the user out. */
export function AccountProvider({ children }: { children: ReactNode }) {
  const { session } = useSession()
  const { state, username, displayName } = useAccount()
  const value = useMemo(
    () => ({ account: { state, username, displayName }, signOut: () => void session?.logOut().catch(() => undefined) }),
    [session, state, username, displayName],
  )
  return <AccountContext value={value}>{children}</AccountContext>
}
