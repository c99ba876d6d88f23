import { drawBackglass, type Shape } from '#machines/rules/backglass.ts'
import { type BackglassFacts, backglassStyleOf } from '#machines/rules/backglass-style.ts'
import { pictureAddress } from '#platform/images/share-card.ts'
import { hashText } from '#platform/text/hash.ts'
import { monogram } from '#platform/text/initials.ts'
import { palettes } from './card-colours.ts'

type Palette = (typeof palettes)[number]

function path({ ink, d, thin }: Shape, palette: Palette): string {
  if (!thin) return `<path fill="${palette[ink]}" d="${d}"/>`
  return ink === 'sky'
    ? `<path fill="none" stroke="${palette.sky}" stroke-width="1.6" d="${d}"/>`
    : `<path fill="none" stroke="${palette.mid}" stroke-width=".8" d="${d}"/>`
}

/** A machine's backglass as drawn by `MachineThumb`, but without letters and score window, which the card draws itself. */
export function backglassPicture(name: string, facts: BackglassFacts): string {
  const palette = palettes[hashText(name) % palettes.length]!
  const shapes = drawBackglass(name, backglassStyleOf(name, facts)).map(shape => path(shape, palette))
  const background = `<rect width="96" height="96" fill="${palette.sky}"/>`
  return pictureAddress(
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">${background}${shapes.join('')}</svg>`,
  )
}

/**
 * The letters on the backglass.
 * @param name the machine's name in the catalogue
 * @param shown the part of the name that the font can draw
 * @param width in px
 */
export function BackglassLetters({ name, shown, facts, width }: { name: string; shown: string; facts: BackglassFacts; width: number }) {
  const palette = palettes[hashText(name) % palettes.length]!
  const style = backglassStyleOf(name, facts)
  const letters = monogram(shown)
  const fontSize = [0, 230, 210, 190, 160][letters.length] ?? 140
  const fill = style === 'neon' || style === 'deco' ? palette.spark : '#fff8ea'
  const edge = style === 'neon' ? palette.sky : palette.near
  const letterStyle = { display: 'flex', position: 'absolute', width, justifyContent: 'center', fontSize, lineHeight: 1 } as const
  return (
    <div style={{ display: 'flex', position: 'relative', width, height: fontSize, letterSpacing: '-0.01em' }}>
      <div style={{ ...letterStyle, color: edge, WebkitTextStroke: `26px ${edge}` }}>{letters}</div>
      <div style={{ ...letterStyle, color: fill }}>{letters}</div>
    </div>
  )
}
