/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { scoreWords } from './words.mjs'

/** A histogram of the players' scores with twenty bars. */
export function Spread({ histogram, rows }) {
  const most = Math.max(...histogram.map(({ count }) => count))
  const words = `Half of the ${rows.length} scores are below ${scoreWords(rows[rows.length >> 1].value)}; the best is ${scoreWords(rows[0].value)}.`
  return (
    <section className="section" aria-labelledby="spread">
      <h2 id="spread">How the players score</h2>
      <figure className="figure">
        <svg className="plot" role="img" aria-label={words} width="100%" height="14em">
          {histogram.map(({ from, count }, i) => (
            <rect
              key={from}
              className="bar"
              x={`${i * 5}%`}
              width="4.6%"
              y={`${12 - (8 * count) / most}em`}
              height={`${(8 * count) / most}em`}
              rx="2"
            />
          ))}
          {histogram
            .filter((_, i) => i % 4 === 0)
            .map(({ from }, i) => (
              <text key={from} className="tick" x={`${i * 20}%`} y="13.2em" textAnchor="middle">
                {scoreWords(from)}
              </text>
            ))}
        </svg>
        <figcaption className="words">{words}</figcaption>
      </figure>
    </section>
  )
}
