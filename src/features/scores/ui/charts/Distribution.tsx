import * as m from '#messages'
import { plainNumber } from '../../../../platform/ui/format/ssr-format.ts'
import { numberFormat, useLocale } from '../../../../platform/ui/format/user-format.ts'
import styles from './Distribution.module.css'
import { axis, type DistributionFacts, distributionSentence, ticks } from './distribution.ts'
import { em } from './plot-units.ts'

const floor = 152
const tallest = 96
const percent = (at: number): string => `${Math.round(at * 10000) / 100}%`

/** A histogram of a machine's scores on a log axis, with the same facts in a sentence. */
export function Distribution({ histogram, best, median, mine }: DistributionFacts) {
  const locale = useLocale()
  const number = locale ? numberFormat(locale).format : plainNumber
  const sentence = distributionSentence({ histogram, best, median, mine }, number)
  if (histogram.length === 0) return null
  const place = axis(histogram, best)
  const most = Math.max(1, ...histogram.map(b => b.count))
  const isMine = (from: number, to: number) => mine !== undefined && mine >= from && (mine < to || (to >= best && mine <= to))
  return (
    <figure className={styles.figure}>
      <svg className={styles.plot} role="img" aria-label={sentence} width="100%" height={em(184)}>
        {histogram.map(({ from, to, count }) => {
          const height = count === 0 ? 0 : Math.max(3, (tallest * count) / most)
          return (
            <rect
              key={from}
              className={isMine(from, to) ? styles.own : styles.bar}
              x={percent(place(from) + 0.002)}
              width={percent(Math.max(0.004, place(to) - place(from) - 0.004))}
              y={em(floor - height)}
              height={em(height)}
              rx="2"
            />
          )
        })}
        <line className={styles.base} x1="0" x2="100%" y1={em(floor + 0.5)} y2={em(floor + 0.5)} />
        {ticks(histogram, best).map(({ at, text }) => (
          <text key={text} className={styles.tick} x={percent(at)} y={em(floor + 20)} textAnchor={anchor(at)}>
            {text}
          </text>
        ))}
        <Marker at={place(median)} top={38} text={m.scores_plot_median()} className={styles.median} />
        {mine !== undefined && (
          <Marker at={place(mine)} top={14} text={mine >= best ? m.scores_plot_you_best() : m.scores_plot_you()} className={styles.mine} />
        )}
      </svg>
      <figcaption className={styles.words}>{sentence}</figcaption>
    </figure>
  )
}

const anchor = (at: number): 'start' | 'middle' | 'end' => (at < 0.06 ? 'start' : at > 0.94 ? 'end' : 'middle')

function Marker({ at, top, text, className }: { at: number; top: number; text: string; className: string | undefined }) {
  return (
    <g className={className}>
      <line x1={percent(at)} x2={percent(at)} y1={em(top + 6)} y2={em(floor)} />
      <text x={percent(at)} y={em(top)} textAnchor={at < 0.12 ? 'start' : at > 0.88 ? 'end' : 'middle'}>
        {text}
      </text>
    </g>
  )
}
