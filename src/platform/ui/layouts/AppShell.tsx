import { type ReactNode, use } from 'react'
import { AppLayout, type AppLayoutProps } from './AppLayout.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { AccountContext } from './context/account-context.ts'
import { SearchContext } from './context/search-context.ts'
import { type Titled, useTitle } from './use-title.ts'

/** The app's layout around a page, with the user's account and the state of the connection. */
export function AppShell({
  current,
  submitHref,
  width,
  children,
  ...titled
}: Pick<AppLayoutProps, 'current' | 'submitHref' | 'width'> & Titled & { children: ReactNode }) {
  useTitle(titled)
  const { account, signOut } = use(AccountContext)
  return (
    <AppLayout
      current={current}
      submitHref={submitHref}
      account={account}
      width={width ?? 'column'}
      search={use(SearchContext)}
      banner={<ConnectionBanner />}
      onSignOut={signOut}
    >
      {children}
    </AppLayout>
  )
}
