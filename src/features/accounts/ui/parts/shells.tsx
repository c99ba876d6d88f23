import type { ReactNode } from 'react'
import { useConnection } from '../../../../platform/live/hooks.ts'
import { AppLayout, type AppLayoutProps } from '../../../../platform/ui/AppLayout.tsx'
import { OfflineBanner } from '../../../../platform/ui/OfflineBanner.tsx'
import { SimpleLayout, type SimpleLayoutProps } from '../../../../platform/ui/SimpleLayout.tsx'
import { useAccount, useSession } from './account.ts'

function ConnectionBanner() {
  const { status, retry } = useConnection()
  const retryInMs = status.status === 'waiting' ? Math.max(0, status.retryAt - Date.now()) : undefined
  return (
    <OfflineBanner
      status={status.status}
      retryInMs={retryInMs}
      onRetry={status.status === 'failed' ? () => window.location.reload() : retry}
    />
  )
}

/** The app's layout around a page, with who looks and how the connection is. */
export function AppShell({ current, width, children }: Pick<AppLayoutProps, 'current' | 'width'> & { children: ReactNode }) {
  const account = useAccount()
  const { session } = useSession()
  return (
    <AppLayout
      current={current}
      account={account}
      width={width ?? 'column'}
      banner={<ConnectionBanner />}
      onSignOut={() => void session?.logOut().catch(() => undefined)}
    >
      {children}
    </AppLayout>
  )
}

/** The simple layout around a form or a text. */
export function SimpleShell(props: SimpleLayoutProps) {
  return <SimpleLayout {...props} banner={<ConnectionBanner />} />
}
