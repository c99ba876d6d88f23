import { type ReactNode, use, useEffect } from 'react'
import { isDeviceOffline, useAnswers, useConnection } from '#platform/live/hooks.ts'
import { AdminLayout, type AdminLayoutProps } from './AdminLayout.tsx'
import { AppLayout, type AppLayoutProps } from './AppLayout.tsx'
import { AccountContext } from './context/account-context.ts'
import { SearchContext } from './context/search-context.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { TitleContext } from './page-title.ts'
import { SimpleLayout, type SimpleLayoutProps } from './SimpleLayout.tsx'

function ConnectionBanner() {
  const { status, retry } = useConnection()
  const answers = useAnswers()
  const isConnected = status.status === 'connected'
  const retryInMs = status.status === 'waiting' ? Math.max(0, status.retryAt - Date.now()) : undefined
  return (
    <OfflineBanner
      status={(isConnected ? answers : isDeviceOffline() && 'offline') || status.status}
      retryInMs={retryInMs}
      onRetry={status.status === 'failed' ? () => window.location.reload() : retry}
    />
  )
}

interface Titled {
  /** title of the page, in place of the one that its route has */
  pageTitle?: string | undefined
}

/** Runs after every render, because the title may depend on data that has arrived since. */
function useTitle({ pageTitle }: Titled): void {
  const show = use(TitleContext)
  useEffect(() => show?.(pageTitle ?? null))
}

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

/** The admin layout around a page. */
export function AdminShell({ title, tabs, children }: Pick<AdminLayoutProps, 'title' | 'tabs' | 'children'>) {
  useTitle({})
  const { account, signOut } = use(AccountContext)
  return (
    <AdminLayout title={title} tabs={tabs} account={account} search={use(SearchContext)} banner={<ConnectionBanner />} onSignOut={signOut}>
      {children}
    </AdminLayout>
  )
}

/** The simple layout around a form or a text. */
export function SimpleShell({ pageTitle, ...props }: SimpleLayoutProps & Titled) {
  useTitle({ pageTitle })
  return <SimpleLayout {...props} banner={<ConnectionBanner />} />
}
