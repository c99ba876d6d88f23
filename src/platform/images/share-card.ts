import type { ReactNode } from 'react'
import sharp from 'sharp'
import { cardFonts } from './share-card-fonts.ts'

/** px: what chats and social sites show in full */
export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

/** For `src`: a card shows no picture but one whose bytes we made ourselves and have here, so that drawing never fetches anything. */
export const pictureAddress = (type: 'image/jpeg' | 'image/svg+xml', bytes: Buffer | string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/**
 * Draws elements with inline styles (boxes by flex, text, pictures by data address) as a card.
 * Text becomes outlines, so whatever it says it is never markup; the raster is made off the event loop.
 * @returns a PNG of 256 colours, a third as large as one of all: some chats show nothing above 300 KB
 */
export async function drawCard(tree: ReactNode): Promise<Buffer> {
  const [{ default: satori }, { renderAsync }] = await Promise.all([import('satori'), import('@resvg/resvg-js')])
  const svg = await satori(tree, { width: CARD_WIDTH, height: CARD_HEIGHT, fonts: cardFonts() })
  const { width, height, pixels } = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ palette: true, effort: 5, dither: 0.5 })
    .toBuffer()
}
