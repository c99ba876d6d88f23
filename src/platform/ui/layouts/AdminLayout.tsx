import * as m from '#messages'
import { Link } from '../controls/Link.tsx'
import styles from './AdminLayout.module.css'
import { AppLayout, type AppLayoutProps } from './AppLayout.tsx'

export type AdminTab = { text: string; href: string; current: boolean }

export type AdminLayoutProps = Omit<AppLayoutProps, 'current' | 'width'> & { title: string; tabs?: readonly AdminTab[] | undefined }

/** The app's layout with a heading and a row of tabs. The caller passes only the tabs that the user's roles allow. */
export function AdminLayout({ title, tabs = [], children, ...app }: AdminLayoutProps) {
  return (
    <AppLayout {...app} current={null} width="board">
      <h1>{title}</h1>
      {tabs.length > 0 && (
        <nav className={styles.tabs} aria-label={m.ui_admin_tabs()}>
          {tabs.map(({ text, href, current }) => (
            <Link key={href} className={styles.tab} href={href} current={current}>
              {text}
            </Link>
          ))}
        </nav>
      )}
      {children}
    </AppLayout>
  )
}
