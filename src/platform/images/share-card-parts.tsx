import type { CSSProperties } from 'react'
import { getActiveLocale, textDirection } from '#platform/ui/format/locale.ts'
import { CARD_WIDTH, pictureAddress } from './share-card.ts'
import { cardInk } from './share-card-colours.ts'
import { toDrawableText } from './share-card-fonts.ts'

/** px between the edge of a card and what is written on it */
export const CARD_MARGIN = 56
/** px in which a card's texts have room */
export const CARD_TEXT_WIDTH = CARD_WIDTH - 2 * CARD_MARGIN

export const centred = { display: 'flex', alignItems: 'center', justifyContent: 'center' } as const

/** The style properties at the start and the end of a line. satori mirrors rows of boxes by `direction`, but no property with a side. */
const SIDES = {
  ltr: { direction: 'ltr', start: 'left', end: 'right', marginStart: 'marginLeft', marginEnd: 'marginRight' },
  rtl: { direction: 'rtl', start: 'right', end: 'left', marginStart: 'marginRight', marginEnd: 'marginLeft' },
} as const

/** The sides of a card in the language that is set. */
export const cardSides = () => SIDES[textDirection(getActiveLocale())]

/** The direction of a text's first letter, as `dir="auto"`. */
const directionOf = (text: string): 'ltr' | 'rtl' =>
  /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'

/** The least height of a line, in em, in which Arabic letters are not cut above or below. Hebrew ones get it too. */
const ARABIC_LINE_HEIGHT = 1.5

/**
 * A text in its own direction that is cut with an ellipsis at its own end, at the start of the flex box around it. satori orders the words of
 * a text by its element's direction, but knows no characters that isolate a name, so each name and figure is an element of its own.
 */
export function cardLine(text: string, { lineHeight = 1.2, ...style }: CSSProperties & { lineHeight?: number } = {}) {
  const direction = directionOf(text)
  const oneLine = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
  return (
    <div
      style={{
        ...oneLine,
        direction,
        alignSelf: 'flex-start',
        minWidth: 0,
        maxWidth: '100%',
        lineHeight: direction === 'rtl' ? Math.max(lineHeight, ARABIC_LINE_HEIGHT) : lineHeight,
        ...style,
      }}
    >
      {text.replace(/[\u2066-\u2069]/g, '')}
    </div>
  )
}

/** Widths of the font's widest digit and of its separators, in em */
const DIGIT_WIDTH = 0.522
const SEPARATOR_WIDTH = 0.232

/** The size at which a number with separators fits into a width. All sizes in px. */
export function numberSize(text: string, width: number, largest: number): number {
  const separators = text.split(/[.,]/).length - 1
  return Math.min(largest, Math.floor(width / ((text.length - separators) * DIGIT_WIDTH + separators * SEPARATOR_WIDTH)))
}

/**
 * The site's logo and name, in the upper corner. A name that the font cannot draw is left out.
 * @param logo the site's own, as a PNG; null: that of the product is drawn
 */
export function CardBrand(siteName: string, logo: Buffer | null) {
  const { direction, start, marginEnd } = cardSides()
  return (
    <div
      style={{
        display: 'flex',
        direction,
        position: 'absolute',
        [start]: CARD_MARGIN,
        top: 44,
        alignItems: 'center',
        fontSize: 38,
        color: cardInk.text,
      }}
    >
      {logo === null ? (
        <svg aria-hidden="true" width={52} height={52} viewBox="0 0 32 32" style={{ [marginEnd]: 16 }}>
          <rect width="32" height="32" rx="8" fill="#241809" />
          <path d="M24.5 27V17A10.5 10.5 0 0 0 14 6.5" fill="none" stroke={cardInk.accent} strokeWidth="4" strokeLinecap="round" />
          <circle cx="11" cy="15" r="6" fill="#f4ede2" />
          <circle cx="9.2" cy="13" r="1.6" fill="#fff" />
        </svg>
      ) : (
        <img src={pictureAddress('image/png', logo)} alt="" width={52} height={52} style={{ [marginEnd]: 16, borderRadius: 13 }} />
      )}
      {toDrawableText(siteName)}
    </div>
  )
}

/**
 * A gradient from transparent to the card's dark background colour, without a visible edge.
 * @param from, to positions of its start and end, in percent
 */
export function fade(direction: string, from: number, to: number): string {
  const stops = Array.from({ length: 9 }, (_, i) => {
    const t = i / 8
    return `rgba(20, 16, 12, ${(t * t * (3 - 2 * t)).toFixed(3)}) ${from + t * (to - from)}%`
  })
  return `linear-gradient(${direction}, ${stops.join(', ')})`
}
