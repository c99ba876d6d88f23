import * as m from '#messages'
import { Link } from '#platform/ui/navigation/Link.tsx'
import styles from './WindowTabs.module.css'

export type BoardWindow = 'all' | 'year' | 'month' | 'week' | 'day'

const windows: { id: BoardWindow; text: () => string }[] = [
  { id: 'all', text: m.scores_window_all },
  { id: 'year', text: m.ui_year },
  { id: 'month', text: m.ui_month },
  { id: 'week', text: m.scores_window_week },
  { id: 'day', text: m.scores_window_day },
]

export function WindowTabs({ current, href }: { current: BoardWindow; href: (window: BoardWindow) => string }) {
  return (
    <nav className={styles.tabs} aria-label={m.scores_window_label()}>
      {windows.map(({ id, text }) => (
        <Link key={id} className={styles.tab} href={href(id)} current={id === current}>
          {text()}
        </Link>
      ))}
    </nav>
  )
}
