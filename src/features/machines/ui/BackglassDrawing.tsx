import { monogram } from '#platform/text/initials.ts'
import { cx } from '#platform/ui/cx.ts'
import { drawBackglass } from '../rules/backglass.ts'
import type { BackglassStyle } from '../rules/backglass-style.ts'
import styles from './MachineThumb.module.css'

export interface BackglassDrawingProps {
  name: string
  size: 's' | 'm' | 'l'
  style: BackglassStyle
}

/** A backglass that is generated from a machine's name in the style of its era. */
export function BackglassDrawing({ name, size, style }: BackglassDrawingProps) {
  const letters = monogram(name)
  return (
    <svg viewBox="0 0 96 96" className={styles.art} aria-hidden="true" focusable="false">
      {drawBackglass(name, style).map((shape, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a drawing never change their order
        <path key={i} className={cx(styles[shape.ink], shape.thin && styles.thin)} d={shape.d} />
      ))}
      <text
        className={styles.letters}
        x="48"
        y={WINDOWS[style].letters}
        fontSize={[0, 52, 42, 34, 27][letters.length] ?? 24}
        textAnchor="middle"
      >
        {letters}
      </text>
      {size !== 's' && <path className={styles.window} d={WINDOWS[style].glass} />}
      {size !== 's' && <path className={styles.digits} d={WINDOWS[style].digits} />}
    </svg>
  )
}

const drawRow = (xs: number[], y: number, w: number, h: number): string => xs.map(x => `M${x} ${y}h${w}v${h}h${-w}z`).join('')

/** The score display of each era (lamps, reels, digit windows, dot matrix, screen) and the vertical position of the letters. */
const WINDOWS: Record<BackglassStyle, { glass: string; digits: string; letters: number }> = {
  deco: {
    letters: 52,
    glass: '',
    digits: [16, 28, 40, 52, 64, 76].map(x => `M${x + 1.5} 88a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0`).join(''),
  },
  poster: { letters: 50, glass: drawRow([20, 32, 44, 56, 68], 77, 9, 12), digits: drawRow([23.5, 35.5, 47.5, 59.5, 71.5], 80, 2, 6) },
  neon: {
    letters: 46,
    glass: 'M16 78h64v11H16z',
    digits: drawRow([20, 28, 36, 44, 52, 60, 68], 81, 4.5, 1.4) + drawRow([20, 28, 36, 44, 52, 60, 68], 84.6, 4.5, 1.4),
  },
  comic: {
    letters: 54,
    glass: 'M12 76h72v14H12z',
    digits:
      drawRow([16, 20, 24, 32, 36, 44, 48, 52, 60, 64, 72, 76], 79, 2.4, 2.4) +
      drawRow([16, 24, 32, 40, 48, 56, 60, 68, 76], 82.5, 2.4, 2.4) +
      drawRow([16, 20, 28, 36, 44, 52, 60, 64, 72, 76], 86, 2.4, 2.4),
  },
  cinema: { letters: 56, glass: 'M24 76h48v14H24z', digits: 'M28 85h24v2H28zM28 80h40v3H28z' },
}
