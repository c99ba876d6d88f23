import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { Earlier } from './earlier-result.ts'
import styles from './Rounds.module.css'

interface ReplaceQuestionProps {
  earlier: Earlier
  /** the earlier result in words */
  result: string
  busy: boolean
  onReplace: () => void
  onKeep: () => void
}

/** Asks whether an entry shall replace what somebody else has entered, and says what that is. */
export function ReplaceQuestion({ earlier: { by }, result, busy, onReplace, onKeep }: ReplaceQuestionProps) {
  return (
    <div className={cx(layout.stack2, styles.question)} role="alert">
      <p>{by === null ? m.events_replace_before_unknown() : m.events_replace_before({ name: by })}</p>
      <p>
        <strong>{result}</strong>
      </p>
      <p>{m.events_replace_ask()}</p>
      <div className={cx(layout.row1, styles.acts)}>
        <Button kind="primary" busy={busy} onClick={onReplace}>
          {m.events_replace_yes()}
        </Button>
        <Button onClick={onKeep}>{m.events_replace_no()}</Button>
      </div>
    </div>
  )
}
