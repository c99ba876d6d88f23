import { useId } from 'react'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { SegmentedControl } from '#platform/ui/controls/SegmentedControl.tsx'
import { FieldNotes } from '#platform/ui/form/FieldNotes.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { BallReached } from './select-event.ts'

export interface BallReachedFieldProps {
  balls: number
  target: number
  ball: BallReached
  error: string | undefined
  onBall: (ball: BallReached) => void
}

/** For pin-golf: asks on which ball the target was reached, or whether it was missed. */
export function BallReachedField({ balls, target, ball, error, onBall }: BallReachedFieldProps) {
  const id = useId()
  const numbers = Array.from({ length: balls }, (_, i) => String(i + 1) as BallReached)
  return (
    <div className={layout.stack2}>
      <p className={layout.strong}>{renderMessage(m.scores_ball_ask(), { target: () => <ScoreValue value={target} size="row" /> })}</p>
      <SegmentedControl
        label={m.ui_ball_of_target()}
        value={ball}
        choices={[...numbers.map(value => ({ value, label: value })), { value: 'missed' as const, label: m.scores_ball_missed() }]}
        onChange={onBall}
      />
      <FieldNotes id={id} error={error} />
    </div>
  )
}
