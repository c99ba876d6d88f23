import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { AdminShell } from '#platform/ui/layouts/AdminShell.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { rolesOwn } from '#roles/contract.ts'
import { useAdminTabs } from '#roles/ui/admin-tabs.ts'
import { useHasRole } from '#roles/ui/use-roles.ts'
import styles from './admin.module.css'
import { Dashboard } from './Dashboard.tsx'
import { useModerationOverview } from './use-overview.ts'

/** The dashboard: the state of the site for administrators, and the admin pages that the user's roles give access to. */
export function AdminPage() {
  const { state } = useSubscription(rolesOwn, {})
  const tabs = useAdminTabs('/admin')
  const isAdmin = useHasRole(['admin'])
  const isModerator = useHasRole(['moderator'])
  const pending = useModerationOverview(isModerator && !isAdmin)
  if (tabs.length === 0) {
    if (state !== 'pending') return <ShowNotFound />
    return (
      <AdminShell title={m.ui_administration()} tabs={[]}>
        <Skeleton kind="form" count={3} page />
      </AdminShell>
    )
  }
  const counts: Record<string, number | undefined> = { '/admin/scores': pending?.scores, '/admin/reports': pending?.reports }
  const tools = (
    <section className={cx(layout.stack3, layout.minor)} aria-labelledby="tools">
      <h2 id="tools">{m.admin_home_tools()}</h2>
      <List className={styles.list}>
        {tabs.map(({ href, text, description }) => (
          <li key={href} className={cx(layout.stack1, styles.card)}>
            <h3 className={cx(layout.line2, styles.name)}>
              <Link className={cx(layout.link, layout.cover)} href={href}>
                {text}
              </Link>
              {counts[href] !== undefined && <span className={styles.count}>{plainNumber(counts[href])}</span>}
            </h3>
            <p className={layout.quiet}>{description}</p>
          </li>
        ))}
      </List>
    </section>
  )
  return (
    <AdminShell title={m.ui_administration()} tabs={[]}>
      {isAdmin ? <Dashboard>{tools}</Dashboard> : tools}
    </AdminShell>
  )
}
