import * as m from '#messages'
import { cx } from './cx.ts'
import styles from './PersonalBestBadge.module.css'

const words = { best: m.ui_ribbon_best, champion: m.ui_champion, event: m.ui_ribbon_event } as const

/** A strip of cloth on a score that means something to the one who played it. */
export function PersonalBestBadge({ kind }: { kind: keyof typeof words }) {
  return <span className={cx(styles.ribbon, styles[kind])}>{words[kind]()}</span>
}
