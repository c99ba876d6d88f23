import { Link } from './Link.tsx'
import styles from './WindowTabs.module.css'

export type BoardWindow = 'all' | 'year' | 'month' | 'week' | 'day'

const windows: { id: BoardWindow; text: string }[] = [
  { id: 'all', text: 'All time' },
  { id: 'year', text: 'Year' },
  { id: 'month', text: 'Month' },
  { id: 'week', text: 'Week' },
  { id: 'day', text: 'Today' },
]

export function WindowTabs({ current, href }: { current: BoardWindow; href: (window: BoardWindow) => string }) {
  return (
    <nav className={styles.tabs} aria-label="Time span">
      {windows.map(({ id, text }) => (
        <Link key={id} className={styles.tab} href={href(id)} current={id === current}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
