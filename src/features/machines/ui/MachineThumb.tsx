import { hashText } from '#platform/text/hash.ts'
import { monogram } from '#platform/text/initials.ts'
import { cx } from '#platform/ui/cx.ts'
import { useCachedHtml } from '#platform/ui/html-cache.ts'
import type { ShownSize } from '#platform/ui/pictures/pictures.ts'
import { Thumbnail } from '#platform/ui/pictures/Thumbnail.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { drawBackglass } from '../rules/backglass.ts'
import { type BackglassFacts, type BackglassStyle, backglassStyleOf } from '../rules/backglass-style.ts'
import styles from './MachineThumb.module.css'

const PALETTES = 8

export type ThumbFacts = BackglassFacts & { picture?: ShownSize | undefined }
export type MachineThumbProps = ThumbFacts & { name: string; size?: 's' | 'm' | 'l' }

/** A machine's backglass, or one generated from its name in the style of its era. Decorative: the name is shown beside it. */
export function MachineThumb({ name, picture, size = 'm', ...facts }: MachineThumbProps) {
  const drawn = <DrawnBackglass name={name} size={size} {...facts} />
  if (picture === undefined) return drawn
  return (
    <span className={frame(name, size)}>
      <Thumbnail className={layout.image} picture={picture} fallback={drawn} />
    </span>
  )
}

const frame = (name: string, size: 's' | 'm' | 'l'): string => cx(styles.thumb, styles[size], styles[`p${hashText(name) % PALETTES}`])

function DrawnBackglass({ name, size, ...facts }: BackglassFacts & { name: string; size: 's' | 'm' | 'l' }) {
  const style = backglassStyleOf(name, facts)
  return <span className={cx(frame(name, size), styles[style])} aria-hidden="true" {...useCachedHtml(Drawing, { name, size, style })} />
}

function Drawing({ name, size, style }: { name: string; size: 's' | 'm' | 'l'; style: BackglassStyle }) {
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
