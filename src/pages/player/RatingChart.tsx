import * as m from '#messages'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import type { RatingHistoryDoc } from '#ratings/contract/ratings.ts'
import chart from '#scores/ui/charts/chart.module.css'
import styles from '#scores/ui/charts/Progress.module.css'
import { em } from '#scores/ui/charts/plot-units.ts'

const TOP = 32
const BASELINE = 192
/** Points of rating between two lines of the plot; twice as many where there would be more than six lines. */
const STEP = 50
const MAX_LINES = 6

const toPercent = (at: number): string => `${Math.round(at * 10_000) / 100}%`

/** A plot of a player's rating after each night; a sentence states the same. @param nights at least two, in their order */
export function RatingChart({ nights }: { nights: readonly RatingHistoryDoc[] }) {
  const { date } = useFormats()
  const [first, last] = [nights[0]!, nights.at(-1)!]
  const ratings = nights.map(({ rating }) => rating)
  const step = findStep(Math.max(...ratings) - Math.min(...ratings))
  const low = Math.floor(Math.min(...ratings) / step) * step
  const high = Math.max(low + step, Math.ceil(Math.max(...ratings) / step) * step)
  const lines = Array.from({ length: (high - low) / step + 1 }, (_, i) => low + i * step)
  const toY = (rating: number): number => (rating - low) / (high - low)
  const toX = (i: number): number => i / (nights.length - 1)
  const sentence = m.ratings_plot({
    first: String(first.rating),
    from: date(first.at),
    last: String(last.rating),
    to: date(last.at),
    top: String(Math.max(...ratings)),
  })
  const path = ratings.map((rating, i) => `${i === 0 ? 'M' : 'L'}${Math.round(toX(i) * 1000)} ${Math.round((1 - toY(rating)) * 1000)}`)
  return (
    <figure className={chart.figure}>
      <svg className={chart.plot} role="img" aria-label={sentence} width="100%" height={em(220)}>
        {lines.map(rating => {
          const y = BASELINE - toY(rating) * (BASELINE - TOP)
          return (
            <g key={rating} className={styles.tick}>
              <line x1="0" x2="100%" y1={em(y)} y2={em(y)} />
              <text x="0" y={em(y - 5)}>
                {rating}
              </text>
            </g>
          )
        })}
        <svg className={styles.inside} x="12%" y={em(TOP)} width="86%" height={em(BASELINE - TOP)} aria-hidden="true">
          <svg viewBox="0 0 1000 1000" width="100%" height="100%" preserveAspectRatio="none" overflow="visible" aria-hidden="true">
            <path className={styles.line} d={path.join('')} vectorEffect="non-scaling-stroke" />
          </svg>
          {nights.map(({ eventId, rating }, i) => (
            <circle
              key={eventId}
              className={i === nights.length - 1 ? styles.best : styles.game}
              cx={toPercent(toX(i))}
              cy={toPercent(1 - toY(rating))}
              r={em(i === nights.length - 1 ? 4.5 : 2.5)}
            />
          ))}
        </svg>
        <text className={styles.when} x="12%" y={em(BASELINE + 20)}>
          {date(first.at)}
        </text>
        <text className={styles.when} x="98%" y={em(BASELINE + 20)} textAnchor="end">
          {date(last.at)}
        </text>
      </svg>
      <figcaption className={chart.words}>{sentence}</figcaption>
    </figure>
  )
}

const findStep = (range: number): number => (range / STEP < MAX_LINES ? STEP : 2 * findStep(range / 2))
