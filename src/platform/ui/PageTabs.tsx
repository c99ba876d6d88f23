import { Link } from './Link.tsx'
import styles from './PageTabs.module.css'

export type PageTab = { text: string; href: string; current: boolean }

/** The parts of a page, each at an address of its own: one row, to be pushed along where it is too long. */
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
