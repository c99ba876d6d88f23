import { hashText } from '#platform/text/hash.ts'
import { cx } from '#platform/ui/cx.ts'
import { useServerHtml } from '#platform/ui/html-cache.ts'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import type { ShownSize } from '#platform/ui/pictures/pictures.ts'
import { Thumbnail } from '#platform/ui/pictures/Thumbnail.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type BackglassFacts, backglassStyleOf } from '../rules/backglass-style.ts'
import type { BackglassDrawingProps } from './BackglassDrawing.tsx'
import styles from './MachineThumb.module.css'

const PALETTES = 8

/** Where the script does not come, the glass is empty. */
const NoDrawing = (): null => null

/** In browsers its script is loaded when there is something to draw: the drawings of the first view are in the server's page. */
const Drawing = import.meta.env.SSR
  ? (await import('./BackglassDrawing.tsx')).BackglassDrawing
  : lazyComponent<BackglassDrawingProps>(async () => (await import('./BackglassDrawing.tsx')).BackglassDrawing, NoDrawing)

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

/** A component of its own for each drawing, because the one that takes over the server's drawing keeps it. */
function DrawnBackglass({ name, size, ...facts }: BackglassFacts & { name: string; size: 's' | 'm' | 'l' }) {
  const style = backglassStyleOf(name, facts)
  return <Drawn key={`${style} ${size} ${name}`} name={name} size={size} style={style} />
}

function Drawn(props: BackglassDrawingProps) {
  const { name, size, style } = props
  const drawing = useServerHtml(Drawing, props)
  return <span className={cx(frame(name, size), styles[style])} aria-hidden="true" {...drawing} />
}
