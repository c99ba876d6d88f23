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

/** Read from the disk once, when the first card is drawn. */
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

/** The display face, in the parts it comes in; the same array each time. */
export const cardFonts = (): CardFont[] => face().fonts

/** For `font-family`. */
export const CARD_FACE = SUBSETS.join(', ')

/**
 * What the display face can draw of a text: Latin letters with all their accents, Vietnamese, figures, punctuation. It has no other scripts and no emoji;
 * nothing is ever drawn as a box. Signs and emoji it lacks are left out, and so is everything invisible (joiners, changes of direction, loose accents).
 * @returns null when nothing is left, or when a letter or figure would have been lost, so that what is left would be another name
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
