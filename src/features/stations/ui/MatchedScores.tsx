import rounds from '#events/ui/rounds/Rounds.module.css'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'

/** A score of a reported game, and whose it is. `isOwn`: the user's */
export interface MatchedScore {
  key: string
  name: string
  score: number
  isOwn?: boolean
}

/** Whose score is whose in a reported game, in the order of play. */
export function MatchedScores({ scores }: { scores: readonly MatchedScore[] }) {
  return (
    <List ordered className={layout.stack1}>
      {scores.map(({ key, name, score, isOwn }) => (
        <li key={key} className={cx(layout.line2, isOwn && layout.strong)}>
          <span className={rounds.name}>
            <bdi>{name}</bdi>
          </span>
          <ScoreValue value={score} size="row" />
        </li>
      ))}
    </List>
  )
}
