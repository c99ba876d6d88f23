import type { ReactNode } from 'react'
import { ShowNotFound } from '../../../platform/live/not-found-context.tsx'
import { AdminShell } from '../../../platform/ui/layouts/shells.tsx'
import { useAdminTabs } from './admin-tabs.ts'

/** Wraps an admin page. For users whose roles give no access to its tab, the page does not exist. @param path of the tab */
export function AdminGuard({ title, path, children }: { title: string; path: string; children: ReactNode }) {
  const tabs = useAdminTabs(path)
  if (!tabs.some(({ current }) => current)) return <ShowNotFound />
  return (
    <AdminShell title={title} tabs={tabs}>
      {children}
    </AdminShell>
  )
}
