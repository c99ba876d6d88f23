import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { PlayerRankDoc } from '#scores/contract/boards.ts'
import { rankLabel } from '#scores/ui/rank-label.ts'
import styles from './machine.module.css'

/** The reader's best score on the machine, and its rank. */
export function OwnBestPanel({ place }: { place: PlayerRankDoc }) {
  const number = useFormatNumber()
  return (
    <section className={styles.panel} aria-labelledby="own-best">
      <h2 id="own-best">{m.scores_machine_own()}</h2>
      <p>
        <ScoreValue value={place.value} size="row" />
      </p>
      <p className={layout.quiet}>{rankLabel(place.rank, place.players, number)}</p>
    </section>
  )
}
