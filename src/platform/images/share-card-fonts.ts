import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { listGlyphs } from './font-coverage.ts'

interface CardFontFace {
  name: string
  weight: 600
  style: 'normal'
}

export interface CardFont extends CardFontFace {
  data: Buffer
}

export interface CardFontFile extends CardFontFace {
  path: string
}

/**
 * Names of the fonts, each of which has a part of the letters, and their files. satori takes each letter from the first font that has it. It
 * cannot read WOFF2.
 */
const FILES = {
  latin: '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-600-normal.woff',
  'latin-ext': '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-ext-600-normal.woff',
  vietnamese: '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-vietnamese-600-normal.woff',
  greek: '@fontsource/ibm-plex-sans/files/ibm-plex-sans-greek-600-normal.woff',
  cyrillic: '@fontsource/ibm-plex-sans/files/ibm-plex-sans-cyrillic-600-normal.woff',
  'cyrillic-ext': '@fontsource/ibm-plex-sans/files/ibm-plex-sans-cyrillic-ext-600-normal.woff',
  hebrew: '@fontsource/ibm-plex-sans-hebrew/files/ibm-plex-sans-hebrew-hebrew-600-normal.woff',
  arabic: '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff',
}

interface Face {
  fonts: CardFont[]
  glyphs: ReadonlySet<number>
}

let loaded: Face | null = null

/** The files of the display font, one for each subset, and of the font of Arabic letters. */
export function cardFontFiles(): CardFontFile[] {
  const { resolve } = createRequire(import.meta.url)
  return Object.entries(FILES).map(([name, file]) => ({ name, path: resolve(file), weight: 600, style: 'normal' }))
}

/** The fonts, which are read from the disk once, when they are first needed. */
function face(): Face {
  if (loaded !== null) return loaded
  const fonts = cardFontFiles().map(({ path, ...font }): CardFont => ({ ...font, data: readFileSync(path) }))
  loaded = { fonts, glyphs: new Set(fonts.flatMap(({ data }) => [...listGlyphs(data)])) }
  return loaded
}

/** The fonts of `cardFontFiles`. Always returns the same array. */
export const cardFonts = (): CardFont[] => face().fonts

/** The value for `font-family`. */
export const CARD_FACE = Object.keys(FILES).join(', ')

/**
 * Reduces a text to what the fonts can draw, so that no placeholder box is ever drawn. They have Latin letters with all their accents,
 * Vietnamese, Greek, Cyrillic, Hebrew, Arabic (with the letters of Persian and Urdu), digits and punctuation, but no other scripts and no
 * emoji. Symbols and emoji that they lack are removed, as are invisible characters (joiners, direction controls) and accents that do not combine with a letter.
 * @returns null if no letter or digit is left, or if the fonts lack one, because the rest would be a different name
 */
export function toDrawableText(text: string): string | null {
  const { glyphs } = face()
  let kept = ''
  for (const character of text.normalize('NFC').replace(/\s/gu, ' ')) {
    if (glyphs.has(character.codePointAt(0)!) && !/[\p{C}\p{M}]/u.test(character)) kept += character
    else if (/[\p{L}\p{N}]/u.test(character)) return null
  }
  kept = kept.replace(/ +/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(kept) ? kept : null
}
