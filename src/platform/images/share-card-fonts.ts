import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { listGlyphs } from './font-coverage.ts'

export interface CardFont {
  name: string
  data: Buffer
  weight: 600
  style: 'normal'
}

const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const

interface Face {
  fonts: CardFont[]
  glyphs: ReadonlySet<number>
}

let loaded: Face | null = null

/** The font, which is read from the disk once, when it is first needed. */
function face(): Face {
  if (loaded !== null) return loaded
  const { resolve } = createRequire(import.meta.url)
  const fonts = SUBSETS.map((name): CardFont => {
    const path = resolve(`@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-${name}-600-normal.woff`)
    return { name, data: readFileSync(path), weight: 600, style: 'normal' }
  })
  loaded = { fonts, glyphs: new Set(fonts.flatMap(({ data }) => [...listGlyphs(data)])) }
  return loaded
}

/** The display font as one file per subset. Always returns the same array. */
export const cardFonts = (): CardFont[] => face().fonts

/** The value for `font-family`. */
export const CARD_FACE = SUBSETS.join(', ')

/**
 * Reduces a text to what the display font can draw, so that no placeholder box is ever drawn. The font has Latin letters with all their
 * accents, Vietnamese, digits and punctuation, but no other scripts and no emoji. Symbols and emoji that it lacks are removed, as are
 * invisible characters (joiners, direction controls) and accents that do not combine with a letter.
 * @returns null if no letter or digit is left, or if the font lacks one, because the rest would be a different name
 */
export function drawable(text: string): string | null {
  const { glyphs } = face()
  let kept = ''
  for (const character of text.normalize('NFC').replace(/\s/gu, ' ')) {
    if (glyphs.has(character.codePointAt(0)!) && !/[\p{C}\p{M}]/u.test(character)) kept += character
    else if (/[\p{L}\p{N}]/u.test(character)) return null
  }
  kept = kept.replace(/ +/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(kept) ? kept : null
}
