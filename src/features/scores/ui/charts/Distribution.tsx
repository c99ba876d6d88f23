import { memo } from 'react'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { compactNumber } from '#platform/ui/format/ssr-format.ts'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import { useCachedHtml } from '#platform/ui/html-cache.ts'
import layout from '#platform/ui/styles/layout.module.css'
import chart from './chart.module.css'
import styles from './Distribution.module.css'
import { countLines, createLogScale, type DistributionFacts, distributionSentence, ticks } from './distribution.ts'
import { em } from './plot-units.ts'

const HEIGHT = 164
const BASELINE = 136
const MAX_BAR_HEIGHT = 84
const toPercent = (at: number): string => `${Math.round(at * 10000) / 100}%`

/** A histogram of a machine's scores on a log axis, with the same facts in a sentence, and the same numbers in a table. */
export function Distribution(facts: DistributionFacts) {
  return facts.histogram.length === 0 ? null : <Figure {...facts} />
}

const Figure = memo((facts: DistributionFacts) => <figure className={chart.figure} {...useCachedHtml(Plot, facts)} />)

function Plot({ histogram, best, median, mine, beats }: DistributionFacts) {
  const number = useFormatNumber()
  const sentence = distributionSentence({ histogram, best, median, mine, beats }, number)
  const scale = createLogScale(histogram, best)
  const maxCount = Math.max(1, ...histogram.map(b => b.count))
  const heightOf = (count: number): number => (MAX_BAR_HEIGHT * count) / maxCount
  const isMine = (from: number, to: number) => mine !== undefined && mine >= from && (mine < to || (to >= best && mine <= to))
  return (
    <>
      <svg className={styles.plot} role="img" aria-label={sentence} width="100%" height={em(HEIGHT)}>
        {countLines(histogram).map(count => (
          <g key={count} className={styles.count}>
            <line x1="0" x2="100%" y1={em(BASELINE - heightOf(count))} y2={em(BASELINE - heightOf(count))} />
            <text x="0" y={em(BASELINE - heightOf(count) - 3)}>
              {number(count)}
            </text>
          </g>
        ))}
        {histogram.map(({ from, to, count }) => {
          const height = count === 0 ? 0 : Math.max(3, heightOf(count))
          const [x, width] = [toPercent(scale(from) + 0.002), toPercent(Math.max(0.004, scale(to) - scale(from) - 0.004))]
          return (
            <g key={from} className={isMine(from, to) ? styles.own : styles.bucket}>
              <title>{m.scores_plot_bucket({ from: number(from), to: number(to), count, n: number(count) })}</title>
              <rect className={styles.room} x={x} width={width} y={em(BASELINE - MAX_BAR_HEIGHT)} height={em(MAX_BAR_HEIGHT)} />
              <rect className={styles.bar} x={x} width={width} y={em(BASELINE - height)} height={em(height)} rx="2" />
            </g>
          )
        })}
        <line className={chart.base} x1="0" x2="100%" y1={em(BASELINE + 0.5)} y2={em(BASELINE + 0.5)} />
        {ticks(histogram, best).map(({ at, text }) => (
          <g key={text} className={styles.tick}>
            <line x1={toPercent(at)} x2={toPercent(at)} y1={em(BASELINE)} y2={em(BASELINE + 5)} />
            <text x={toPercent(at)} y={em(BASELINE + 20)} textAnchor={textAnchor(at)}>
              {text}
            </text>
          </g>
        ))}
        {mine !== undefined && (
          <Marker
            at={scale(mine)}
            top={14}
            text={`${mine >= best ? m.scores_plot_you_best() : m.scores_plot_you()} ${compactNumber(mine)}`}
            className={styles.mine}
          />
        )}
        <Marker at={scale(median)} top={38} text={`${m.scores_plot_median()} ${compactNumber(median)}`} className={styles.median} />
      </svg>
      <figcaption className={chart.words}>{sentence}</figcaption>
      <details>
        <summary className={cx(layout.summary, styles.summary)}>{m.scores_plot_table()}</summary>
        <table className={styles.table}>
          <caption>{m.scores_plot_caption()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.ui_from()}</th>
              <th scope="col">{m.scores_plot_to()}</th>
              <th scope="col">{m.ui_players()}</th>
            </tr>
          </thead>
          <tbody>
            {histogram.map(({ from, to, count }) => (
              <tr key={from} className={isMine(from, to) ? styles.mineRow : undefined}>
                <td>{number(from)}</td>
                <td>{number(to)}</td>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

const textAnchor = (at: number): 'start' | 'middle' | 'end' => (at < 0.06 ? 'start' : at > 0.94 ? 'end' : 'middle')

function Marker({ at, top, text, className }: { at: number; top: number; text: string; className: string | undefined }) {
  return (
    <g className={className}>
      <line x1={toPercent(at)} x2={toPercent(at)} y1={em(top + 6)} y2={em(BASELINE)} />
      <text x={toPercent(at)} y={em(top)} textAnchor={at < 0.2 ? 'start' : at > 0.8 ? 'end' : 'middle'}>
        {text}
      </text>
    </g>
  )
}
