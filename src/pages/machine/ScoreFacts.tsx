import * as m from '#messages'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import type { MachineStatsDoc } from '#scores/contract/boards.ts'
import styles from './machine.module.css'

/** How many scores and players a machine has, and what a good score on it is. */
export function ScoreFacts({ stats }: { stats: MachineStatsDoc }) {
  const number = useFormatNumber()
  const topTenth = stats.players < 10 ? undefined : stats.deciles[9]
  const facts: [label: string, value: number][] = [
    [m.ui_scores(), stats.scores],
    [m.ui_players(), stats.players],
    ...(stats.median === null ? [] : ([[m.scores_plot_median(), Math.round(stats.median)]] as [string, number][])),
    ...(topTenth === undefined ? [] : ([[m.scores_machine_top_tenth(), Math.round(topTenth)]] as [string, number][])),
  ]
  return (
    <section className={styles.panel} aria-labelledby="facts">
      <h2 id="facts">{m.scores_machine_facts()}</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
