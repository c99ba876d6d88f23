import type { ReactNode } from 'react'
import { useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import { AdminShell } from '#platform/ui/layouts/AdminShell.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { rolesOwn } from '../contract.ts'
import { useAdminTabs } from './admin-tabs.ts'

/** Wraps an admin page. For users whose roles give no access to its tab, the page does not exist. @param path of the tab */
export function AdminGuard({ title, path, children }: { title: string; path: string; children: ReactNode }) {
  const { state } = useSubscription(rolesOwn, {})
  const tabs = useAdminTabs(path)
  if (tabs.some(({ current }) => current)) {
    return (
      <AdminShell title={title} tabs={tabs}>
        {children}
      </AdminShell>
    )
  }
  if (state !== 'pending') return <ShowNotFound />
  return (
    <AdminShell title={title} tabs={[]}>
      <Skeleton kind="form" count={3} page />
    </AdminShell>
  )
}
