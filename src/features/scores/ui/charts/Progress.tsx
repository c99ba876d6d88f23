import { plainDate, plainNumber } from '../../../../platform/ui/format/ssr-format.ts'
import { dateFormat, numberFormat, useLocale } from '../../../../platform/ui/format/user-format.ts'
import styles from './Progress.module.css'
import { em } from './plot-units.ts'
import { bestLine, type ProgressPoint, progressPlot, progressSentence } from './progress.ts'

const top = 20
const floor = 180
const percent = (at: number): string => `${Math.round(at * 10000) / 100}%`
const height = (at: number): number => floor - at * (floor - top)

/** A plot of a player's progress: each game is a dot, the personal bests form a line; a sentence states the same. */
export function Progress({ points }: { points: readonly ProgressPoint[] }) {
  const locale = useLocale()
  const number = locale ? numberFormat(locale).format : plainNumber
  const date = locale ? (at: Date) => dateFormat(locale).format(at) : plainDate
  const sentence = progressSentence(points, { number, date })
  if (points.length < 2) return <p className={styles.words}>{sentence}</p>
  const plot = progressPlot(points)
  return (
    <figure className={styles.figure}>
      <svg className={styles.plot} role="img" aria-label={sentence} width="100%" height={em(208)}>
        {plot.ticks.map(({ at, text }) => (
          <g key={text} className={styles.tick}>
            <line x1="0" x2="100%" y1={em(height(at))} y2={em(height(at))} />
            <text x="0" y={em(height(at) - 5)}>
              {text}
            </text>
          </g>
        ))}
        <line className={styles.base} x1="0" x2="100%" y1={em(floor + 0.5)} y2={em(floor + 0.5)} />
        <svg className={styles.inside} x="12%" y={em(top)} width="86%" height={em(floor - top)} aria-hidden="true">
          <svg viewBox="0 0 1000 1000" width="100%" height="100%" preserveAspectRatio="none" overflow="visible" aria-hidden="true">
            <path className={styles.line} d={bestLine(plot.points)} vectorEffect="non-scaling-stroke" />
          </svg>
          {plot.points.map(({ x, y, best }, i) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: two games may be alike in everything
              key={i}
              className={best ? styles.best : styles.game}
              cx={percent(x)}
              cy={percent(1 - y)}
              r={em(best ? 4.5 : 2.5)}
            />
          ))}
        </svg>
        <text className={styles.when} x="12%" y={em(floor + 20)}>
          {date(points[0]!.at)}
        </text>
        <text className={styles.when} x="98%" y={em(floor + 20)} textAnchor="end">
          {date(points.at(-1)!.at)}
        </text>
      </svg>
      <figcaption className={styles.words}>{sentence}</figcaption>
    </figure>
  )
}
