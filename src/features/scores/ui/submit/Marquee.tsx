import { cx } from '#platform/ui/cx.ts'
import styles from './Marquee.module.css'

const INSET = 14
const COLUMNS = 9
const ROWS = 7

type Lamp = { cx: string; cy: string; dx: number; dy: number }

const toShare = (i: number, count: number): string => `${Math.round((1000 * (i + 0.5)) / count) / 10}%`

/** Clockwise from the top left, so that the animation can run round the frame. */
const LAMPS: Lamp[] = [
  ...Array.from({ length: COLUMNS }, (_, i) => ({ cx: toShare(i, COLUMNS), cy: '0', dx: 0, dy: INSET })),
  ...Array.from({ length: ROWS }, (_, i) => ({ cx: '100%', cy: toShare(i, ROWS), dx: -INSET, dy: 0 })),
  ...Array.from({ length: COLUMNS }, (_, i) => ({ cx: toShare(COLUMNS - 1 - i, COLUMNS), cy: '100%', dx: 0, dy: -INSET })),
  ...Array.from({ length: ROWS }, (_, i) => ({ cx: '0', cy: toShare(ROWS - 1 - i, ROWS), dx: INSET, dy: 0 })),
]

/** The lamps of a backglass frame. They light up once; for a champion the light runs round, and beams open behind. Within a second all of it stands still. */
export function Marquee({ champion }: { champion: boolean }) {
  return (
    <>
      {champion && (
        <svg className={styles.beams} viewBox="-100 -100 200 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
          <g>
            {Array.from({ length: 12 }, (_, i) => `rotate(${i * 30})`).map(turn => (
              <path key={turn} d="M0 0-10-180H10z" transform={turn} />
            ))}
          </g>
        </svg>
      )}
      <svg className={cx(styles.frame, champion && styles.champion)} aria-hidden="true" focusable="false" width="100%" height="100%">
        {LAMPS.map(({ cx: x, cy: y, dx, dy }, i) => (
          <g key={`${x} ${y}`} transform={`translate(${dx} ${dy})`}>
            <circle className={cx(styles.lamp, styles[`turn${i % 4}`])} cx={x} cy={y} r="3.5" />
          </g>
        ))}
      </svg>
    </>
  )
}
