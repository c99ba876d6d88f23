import * as m from '#messages'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import chart from './chart.module.css'
import styles from './Progress.module.css'
import { em } from './plot-units.ts'
import { bestLine, type ProgressPoint, progressPlot, progressSentence } from './progress.ts'

const TOP = 32
const BASELINE = 192
const toPercent = (at: number): string => `${Math.round(at * 10000) / 100}%`
const toY = (at: number): number => BASELINE - at * (BASELINE - TOP)

/** A plot of a player's progress: each game is a dot, the personal bests form a line, the best has its value; a sentence states the same. */
export function Progress({ points }: { points: readonly ProgressPoint[] }) {
  const { number, date } = useFormats()
  const sentence = progressSentence(points, { number, date })
  if (points.length < 2) return <p className={chart.words}>{sentence}</p>
  const plot = progressPlot(points)
  const top = plot.points.findLast(({ best }) => best)!
  return (
    <figure className={chart.figure}>
      <svg className={chart.plot} role="img" aria-label={sentence} width="100%" height={em(220)}>
        {plot.ticks.map(({ at, text }) => (
          <g key={text} className={styles.tick}>
            <line x1="0" x2="100%" y1={em(toY(at))} y2={em(toY(at))} />
            <text x="0" y={em(toY(at) - 5)}>
              {text}
            </text>
          </g>
        ))}
        <line className={chart.base} x1="0" x2="100%" y1={em(BASELINE + 0.5)} y2={em(BASELINE + 0.5)} />
        <svg className={styles.inside} x="12%" y={em(TOP)} width="86%" height={em(BASELINE - TOP)} aria-hidden="true">
          <svg viewBox="0 0 1000 1000" width="100%" height="100%" preserveAspectRatio="none" overflow="visible" aria-hidden="true">
            <path className={styles.line} d={bestLine(plot.points)} vectorEffect="non-scaling-stroke" />
          </svg>
          {plot.points.map(({ x, y, best }, i) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: two games may be equal in all their fields
              key={i}
              className={best ? styles.best : styles.game}
              cx={toPercent(x)}
              cy={toPercent(1 - y)}
              r={em(best ? 4.5 : 2.5)}
            />
          ))}
        </svg>
        <text
          className={styles.current}
          x={toPercent(0.12 + 0.86 * top.x)}
          y={em(TOP - 9)}
          textAnchor={top.x < 0.25 ? 'start' : top.x > 0.75 ? 'end' : 'middle'}
        >
          {m.scores_progress_best({ value: number(points.findLast(({ best }) => best)!.value) })}
        </text>
        <text className={styles.when} x="12%" y={em(BASELINE + 20)}>
          {date(points[0]!.at)}
        </text>
        <text className={styles.when} x="98%" y={em(BASELINE + 20)} textAnchor="end">
          {date(points.at(-1)!.at)}
        </text>
      </svg>
      <figcaption className={chart.words}>{sentence}</figcaption>
    </figure>
  )
}
