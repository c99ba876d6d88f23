import { renderAsync } from '@resvg/resvg-js'
import { createElement } from 'react'
import satori from 'satori'
import sharp from 'sharp'
import { pictureAddress } from '#platform/images/share-card.ts'
import { CARD_FACE, cardFonts } from '#platform/images/share-card-fonts.ts'
import type { Drawing } from './svg.ts'

/** px: large enough to look at, and quick to process */
const WIDTH = 800

async function toJpeg(svg: string): Promise<Buffer> {
  const { width, height, pixels } = await renderAsync(svg, { fitTo: { mode: 'width', value: WIDTH }, font: { loadSystemFonts: false } })
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 86 })
    .toBuffer()
}

export const render = ({ svg }: Drawing): Promise<Buffer> => toJpeg(svg)

/** Renders a drawing with a title at its top, in the display font. The title fits into a centred square crop too. */
export async function renderTitled({ svg, width, height }: Drawing, title: string): Promise<Buffer> {
  const room = Math.min(width, height) * 0.92
  const longest = Math.max(...title.split(' ').map(word => word.length))
  const size = Math.min(150, Math.floor(room / (longest * 0.58)))
  const tree = createElement(
    'div',
    { style: { display: 'flex', width, height, position: 'relative' } },
    createElement('img', { src: pictureAddress('image/svg+xml', svg), width, height, style: { position: 'absolute' } }),
    createElement(
      'div',
      {
        style: {
          display: 'flex',
          position: 'absolute',
          top: 36,
          left: (width - room) / 2,
          width: room,
          justifyContent: 'center',
          textAlign: 'center',
          lineHeight: 1.05,
          fontFamily: CARD_FACE,
          fontWeight: 600,
          fontSize: size,
          color: '#fff6d6',
        },
      },
      title.toUpperCase(),
    ),
  )
  return toJpeg(await satori(tree, { width, height, fonts: cardFonts() }))
}
