import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { LabelledStanding } from '../labels/standing-labels.ts'
import { toRulesRound } from '../rounds/to-rules-round.ts'
import { useRounds } from '../rounds/use-rounds.ts'
import type { ShownEvent } from '../types.ts'
import styles from './lines.module.css'
import { layOutLines, linePath, ranksAfterRounds } from './round-lines.ts'
import { lastRound } from './round-matrix.ts'

/** More lines than these cannot be told apart. */
const MAX_LINES = 40
/** The most labels of rounds. */
const MAX_LABELS = 10
/** How far the first and the last round are from the edges, in the distance between two rounds. */
const EDGE = 0.25

interface RoundLinesProps {
  event: ShownEvent
  /** the standings, best first */
  rows: readonly LabelledStanding[]
  /** the user's id; null: a visitor */
  userId: string | null
}

/** The places of the players after each round, a line for each. The first three and the user's own line stand out. */
export function RoundLines({ event, rows, userId }: RoundLinesProps) {
  const { live, rounds } = useRounds(event._id, true)
  if (live.state === 'failed') return <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>
  if (live.state === 'pending') return <Skeleton kind="board-row" count={Math.min(rows.length, 8)} />
  const count = lastRound(rows)
  const played = rounds.toReversed().slice(0, count).map(toRulesRound)
  const entrantIds = new Set([
    ...rows.map(({ entrantId }) => entrantId),
    ...played.flatMap(({ byes, groups }) => [...byes, ...groups.flatMap(group => group.entrantIds)]),
  ])
  const shown = rows.filter((row, i) => i < MAX_LINES || (userId !== null && row.userId === userId))
  return <Chart ranks={ranksAfterRounds(event, [...entrantIds], played)} rows={shown} userId={userId} />
}

interface ChartProps {
  ranks: readonly ReadonlyMap<string, number>[]
  rows: readonly LabelledStanding[]
  userId: string | null
}

export function Chart({ ranks, rows, userId }: ChartProps) {
  const rounds = ranks.length
  const lines = layOutLines(
    ranks,
    rows.map(({ entrantId }) => entrantId),
  )
  const tone = (row: LabelledStanding): string | undefined =>
    userId !== null && row.userId === userId ? styles.own : row.rank <= 3 ? styles.top : undefined
  const width = rounds - 1 + 2 * EDGE
  const step = Math.ceil(rounds / MAX_LABELS)
  const toX = (round: number): string => `${Math.round((10_000 * (round + EDGE)) / width) / 100}%`
  const height = `${rows.length * 1.75}rem`
  // Later lines are drawn over earlier ones: quiet lines first, then the first three, the own line last.
  const order = rows.map((row, i) => ({ row, y: lines[i]!.y, strength: tone(row) === styles.own ? 2 : tone(row) ? 1 : 0 }))
  order.sort((a, b) => a.strength - b.strength || b.row.rank - a.row.rank)
  const [winner] = rows
  return (
    <section aria-label={m.events_lines()}>
      <p className={cx(layout.quiet, styles.words)}>{m.events_lines_words()}</p>
      <div className={styles.chart}>
        <div className={styles.plot}>
          <svg className={styles.rounds} width="100%" aria-hidden="true" focusable="false">
            {ranks.map((_, i) =>
              i % step === 0 || i === rounds - 1 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the round
                <text key={i} x={toX(i)} y="1em" textAnchor="middle">
                  {m.events_matrix_round({ n: i + 1 })}
                </text>
              ) : null,
            )}
          </svg>
          <svg
            width="100%"
            height={height}
            role="img"
            aria-label={winner === undefined ? m.events_lines() : m.events_lines_first({ n: rounds, name: winner.displayName })}
          >
            <svg viewBox={`${-EDGE} 0 ${width} ${rows.length}`} width="100%" height="100%" preserveAspectRatio="none" aria-hidden="true">
              {ranks.map((_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the round
                <path key={i} className={styles.round} d={`M${i} 0V${rows.length}`} vectorEffect="non-scaling-stroke" />
              ))}
              {order.map(({ row, y }) => {
                const until = Math.min(row.outIn ?? rounds, rounds) - 1
                return (
                  <g key={row._id} className={cx(styles.line, tone(row))}>
                    <path d={linePath(y, 0, until)} vectorEffect="non-scaling-stroke" />
                    {until < rounds - 1 && (
                      <path className={styles.out} d={linePath(y, until, rounds - 1)} vectorEffect="non-scaling-stroke" />
                    )}
                  </g>
                )
              })}
            </svg>
            {order.map(({ row, y, strength }) =>
              strength === 0
                ? null
                : y.map((each, i) => (
                    <circle
                      // biome-ignore lint/suspicious/noArrayIndexKey: the index is the round
                      key={`${row._id}/${i}`}
                      className={cx(styles.dot, tone(row))}
                      cx={toX(i)}
                      cy={`${each * 1.75}rem`}
                      r="4"
                    />
                  )),
            )}
          </svg>
        </div>
        <ol className={styles.names}>
          {rows.map(row => (
            <li key={row._id} className={cx(layout.line2, styles.name, tone(row), row.outIn !== undefined && layout.muted)}>
              <span className={styles.place}>{plainNumber(row.rank)}</span>
              <span className={cx(layout.oneLine, styles.text)}>{row.displayName}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
