import { Link } from './Link.tsx'
import styles from './PageTabs.module.css'

export type PageTab = { text: string; href: string; current: boolean }

/** The tabs of a page, each with its own URL, in one row that scrolls if it is too long. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ text, href, current }) => (
        <Link key={href} className={styles.tab} href={href} current={current}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
