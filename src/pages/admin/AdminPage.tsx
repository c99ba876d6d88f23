import * as m from '#messages'
import { useAdminTabs } from '../../features/roles/ui/admin-tabs.ts'
import { ShowNotFound } from '../../platform/live/not-found-context.tsx'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { List } from '../../platform/ui/controls/List.tsx'
import { AdminShell } from '../../platform/ui/layouts/shells.tsx'
import styles from './admin.module.css'

/** Lists the admin pages that the user's roles give access to; for users without any the page does not exist. */
export function AdminPage() {
  const tabs = useAdminTabs('/admin')
  if (tabs.length === 0) return <ShowNotFound />
  return (
    <AdminShell title={m.roles_page()} tabs={[]}>
      <List className={styles.list}>
        {tabs.map(({ href, text, description }) => (
          <li key={href} className={styles.card}>
            <h2 className={styles.name}>
              <Link href={href}>{text}</Link>
            </h2>
            <p className={styles.words}>{description}</p>
          </li>
        ))}
      </List>
    </AdminShell>
  )
}
