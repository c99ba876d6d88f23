import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import styles from './ScoreRibbon.module.css'

const LABELS = { best: m.scores_ribbon_best, champion: m.scores_champion, event: m.scores_ribbon_event } as const

/** A ribbon on a score: the player's personal best, the machine's champion or an event score. */
export function ScoreRibbon({ kind }: { kind: keyof typeof LABELS }) {
  return <span className={cx(styles.ribbon, styles[kind])}>{LABELS[kind]()}</span>
}
