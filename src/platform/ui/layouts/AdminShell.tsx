import { use } from 'react'
import { AdminLayout, type AdminLayoutProps } from './AdminLayout.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { AccountContext } from './context/account-context.ts'
import { SearchContext } from './context/search-context.ts'
import { useTitle } from './use-title.ts'

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
