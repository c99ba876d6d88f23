import { type ReactNode, useMemo } from 'react'
import { accountPicture } from '#accounts/contract/accounts.ts'
import { useSubscription } from '#platform/live/hooks.ts'
import type { Locale } from '#platform/text/locales.ts'
import { AccountContext } from '#platform/ui/layouts/context/account-context.ts'
import { useAccount, useSession } from './use-account.ts'

/** Tells the layouts around the pages who is signed in, and lets them sign the user out. */
export function AccountProvider({ children }: { children: ReactNode }) {
  const { session } = useSession()
  const { state, userId, username, displayName, picture } = useAccount()
  useSubscription(accountPicture, userId === null ? null : {})
  const value = useMemo(
    () => ({
      account: { state, username, displayName, picture },
      signOut: async () => session?.logOut().catch(() => undefined),
      saveLocale: async (locale: Locale) => session?.saveLocale(locale).catch(() => undefined),
    }),
    [session, state, username, displayName, picture],
  )
  return <AccountContext value={value}>{children}</AccountContext>
}
