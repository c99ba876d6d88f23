import * as m from '#messages'
import { plainNumber } from '../../../../platform/ui/format/ssr-format.ts'
import { numberFormat, useLocale } from '../../../../platform/ui/format/user-format.ts'
import { useCachedHtml } from '../../../../platform/ui/html-cache.ts'
import chart from './chart.module.css'
import styles from './Distribution.module.css'
import { createLogScale, type DistributionFacts, distributionSentence, ticks } from './distribution.ts'
import { em } from './plot-units.ts'

const BASELINE = 152
const MAX_BAR_HEIGHT = 96
const toPercent = (at: number): string => `${Math.round(at * 10000) / 100}%`

/** A histogram of a machine's scores on a log axis, with the same facts in a sentence. */
export function Distribution(facts: DistributionFacts) {
  return facts.histogram.length === 0 ? null : <Figure {...facts} />
}

const Figure = (facts: DistributionFacts) => <figure className={chart.figure} {...useCachedHtml(Plot, facts)} />

function Plot({ histogram, best, median, mine }: DistributionFacts) {
  const locale = useLocale()
  const number = locale ? numberFormat(locale).format : plainNumber
  const sentence = distributionSentence({ histogram, best, median, mine }, number)
  const scale = createLogScale(histogram, best)
  const maxCount = Math.max(1, ...histogram.map(b => b.count))
  const isMine = (from: number, to: number) => mine !== undefined && mine >= from && (mine < to || (to >= best && mine <= to))
  return (
    <>
      <svg className={chart.plot} role="img" aria-label={sentence} width="100%" height={em(184)}>
        {histogram.map(({ from, to, count }) => {
          const height = count === 0 ? 0 : Math.max(3, (MAX_BAR_HEIGHT * count) / maxCount)
          return (
            <rect
              key={from}
              className={isMine(from, to) ? styles.own : styles.bar}
              x={toPercent(scale(from) + 0.002)}
              width={toPercent(Math.max(0.004, scale(to) - scale(from) - 0.004))}
              y={em(BASELINE - height)}
              height={em(height)}
              rx="2"
            />
          )
        })}
        <line className={chart.base} x1="0" x2="100%" y1={em(BASELINE + 0.5)} y2={em(BASELINE + 0.5)} />
        {ticks(histogram, best).map(({ at, text }) => (
          <text key={text} className={styles.tick} x={toPercent(at)} y={em(BASELINE + 20)} textAnchor={textAnchor(at)}>
            {text}
          </text>
        ))}
        <Marker at={scale(median)} top={38} text={m.scores_plot_median()} className={styles.median} />
        {mine !== undefined && (
          <Marker at={scale(mine)} top={14} text={mine >= best ? m.scores_plot_you_best() : m.scores_plot_you()} className={styles.mine} />
        )}
      </svg>
      <figcaption className={chart.words}>{sentence}</figcaption>
    </>
  )
}

const textAnchor = (at: number): 'start' | 'middle' | 'end' => (at < 0.06 ? 'start' : at > 0.94 ? 'end' : 'middle')

function Marker({ at, top, text, className }: { at: number; top: number; text: string; className: string | undefined }) {
  return (
    <g className={className}>
      <line x1={toPercent(at)} x2={toPercent(at)} y1={em(top + 6)} y2={em(BASELINE)} />
      <text x={toPercent(at)} y={em(top)} textAnchor={at < 0.12 ? 'start' : at > 0.88 ? 'end' : 'middle'}>
        {text}
      </text>
    </g>
  )
}
