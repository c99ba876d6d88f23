import * as m from '#messages'
import { useDocuments } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { PlayerFormDoc } from '#players/contract/summary.ts'
import { compareMonths } from '#players/rules/calendar.ts'
import { playerForm } from '#players/rules/form.ts'
import { DataTable } from './DataTable.tsx'
import styles from './form.module.css'

export interface PlayerFormProps {
  userId: string
  /** the scores of each day up to today */
  days: readonly number[]
}

const scoresText = (n: number): string => m.ui_count_scores({ count: n, n: plainNumber(n) })
const percentText = (percent: number): string => `${Math.floor(percent)}%`

/** A player's form: the latest ten scores, each as the share of the machine's players whose best it beats, and how much was played. */
export function PlayerForm({ userId, days }: PlayerFormProps) {
  const latest = useDocuments<PlayerFormDoc, (PlayerFormDoc & { _id: string })[]>(
    'playerForm',
    documents => documents.filter(each => each.userId === userId),
    [userId],
  )
  const { scores, mean } = playerForm(latest)
  const months = compareMonths(days)
  const words =
    mean === null ? m.players_form_none() : m.players_form_mean({ count: scores.length, n: plainNumber(scores.length), percent: mean })
  return (
    <figure className={cx(layout.stack2, styles.figure)}>
      {mean !== null && (
        <svg className={styles.plot} role="img" aria-label={words}>
          {[0, 50, 100].map(percent => (
            <g key={percent} className={styles.tick}>
              <line x1="12%" x2="100%" y1={toY(percent)} y2={toY(percent)} />
              <text x="0" y={toY(percent)} dy="0.35em">
                {percent}%
              </text>
            </g>
          ))}
          <svg className={styles.inside} x="12%" width="88%" aria-hidden="true">
            {scores.map(({ _id, percentile }, i) => (
              <rect
                key={_id}
                className={i === scores.length - 1 ? styles.last : styles.bar}
                x={`${(100 * (i + 0.15)) / scores.length}%`}
                width={`${70 / scores.length}%`}
                y={toY(Math.max(percentile, 2))}
                height={`${(HEIGHT * Math.max(percentile, 2)) / 100}rem`}
                rx="2"
              />
            ))}
            <line className={styles.mean} x1="0" x2="100%" y1={toY(mean)} y2={toY(mean)} />
          </svg>
        </svg>
      )}
      <figcaption className={cx(layout.quiet, styles.words)}>
        {words} {m.players_form_months({ latest: scoresText(months.latest), before: scoresText(months.before) })}
      </figcaption>
      {mean !== null && (
        <DataTable
          summary={m.players_form_table()}
          columns={[m.ui_machine(), m.ui_score(), m.players_form_beats()]}
          keys={scores.map(({ _id }) => _id).toReversed()}
          rows={scores.toReversed().map(({ _id, machineName, value, percentile }) => [
            <Link key={_id} href={`/scores/${_id}`}>
              {machineName}
            </Link>,
            plainNumber(value),
            percentText(percentile),
          ])}
        />
      )}
    </figure>
  )
}

/** Height of the plot, in rem. */
const HEIGHT = 7

/** Where a percentile is, from the top of the plot. */
const toY = (percent: number): string => `${0.5 + HEIGHT * (1 - percent / 100)}rem`
