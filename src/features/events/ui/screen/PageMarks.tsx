import * as m from '#messages'
import styles from './screen.module.css'

/** Says which of several pages is shown. */
export function PageMarks({ shown, count }: { shown: number; count: number }) {
  return count < 2 ? null : <p className={styles.pages}>{m.events_screen_page({ n: shown + 1, of: count })}</p>
}
