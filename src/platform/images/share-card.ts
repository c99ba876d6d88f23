import type { ReactNode } from 'react'
import sharp from 'sharp'
import { cardFonts } from './share-card-fonts.ts'

/** The size (px) that chats and social sites show uncropped. */
export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

/** A data URL for `src`. Cards contain only pictures that this server made and has in memory, so drawing never fetches anything. */
export const pictureAddress = (type: 'image/jpeg' | 'image/png' | 'image/svg+xml', bytes: Buffer | string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/**
 * Draws elements with inline styles (flex boxes, text, pictures as data URLs) as a share card.
 * Text becomes outlines, so that it can never act as markup. The image is rasterized off the event loop.
 * @returns a PNG of 256 colours, which is a third as large as in full colour; some chats show no picture above 300 KB
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
