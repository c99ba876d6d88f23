import { createElement, type ReactNode } from 'react'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CARD_HEIGHT, CARD_WIDTH, drawCard, pictureAddress } from './share-card.ts'
import { CARD_FACE, toDrawableText } from './share-card-fonts.ts'
import { cardLine } from './share-card-parts.tsx'

const box = (style: object, ...children: unknown[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...(children as string[]))
const whole = { width: CARD_WIDTH, height: CARD_HEIGHT }
const word = (text: string) => drawCard(box({ ...whole, background: '#000', color: '#fff', fontFamily: CARD_FACE, fontSize: 80 }, text))

/** Red, green and blue of one pixel. */
async function pixel(png: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(png).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

describe('a card', () => {
  it('is a PNG of 1200 × 630 with the pictures that it is given', async () => {
    const jpeg = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0000ff' } })
      .jpeg()
      .toBuffer()
    const blue = createElement('img', { src: pictureAddress('image/jpeg', jpeg), width: 100, height: 100 })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#00ff00"/></svg>'
    const green = createElement('img', { src: pictureAddress('image/svg+xml', svg), width: 100, height: 100 })
    const png = await drawCard(box({ ...whole, background: '#ff0000' }, blue, green))
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect((await pixel(png, 50, 50)).map(part => part > 200)).toEqual([false, false, true])
    expect(await pixel(png, 150, 50)).toEqual([0, 255, 0])
    expect(await pixel(png, 600, 300)).toEqual([255, 0, 0])
  })

  it('shows text as text, whatever it says', async () => {
    const plain = await word('x')
    for (const text of ['</text><image href="file:///etc/hostname"/>', '&lt;b&gt;', ']]><script>']) {
      const png = await word(text)
      expect(png.equals(plain)).toBe(false)
      expect(await pixel(png, 10, 600)).toEqual([0, 0, 0])
    }
  })

  it('has letters from every part of the face', async () => {
    const pngs = await Promise.all(['L', 'Ł', 'ễ', 'Ω', 'Ж', 'Ґ', 'ש', 'ع', ' '].map(word))
    expect(new Set(pngs.map(png => png.toString('base64'))).size).toBe(9)
  })
})

describe('a line of a card', () => {
  const shown = (direction: 'ltr' | 'rtl', line: ReactNode) =>
    drawCard(
      box(
        { ...whole, direction, justifyContent: direction === 'rtl' ? 'flex-end' : 'flex-start', background: '#000', color: '#fff' },
        createElement('div', { style: { display: 'flex', fontFamily: CARD_FACE, fontSize: 80 } }, line),
      ),
    )

  it.each(['19:30', '#3', 'Medieval Madness (Remake)', 'Tommy!', 'محمد علي (الكبير)', 'بطولة Ada 2026!', 'דוד לוי (הבן)'])(
    'has the order of its own words among Arabic and among Latin letters: %s',
    async text => {
      expect((await shown('rtl', cardLine(text))).equals(await shown('ltr', cardLine(text)))).toBe(true)
    },
  )

  it('does not draw the characters that isolate a name', async () => {
    expect((await shown('ltr', cardLine('نتيجة \u2068Ada\u2069'))).equals(await shown('ltr', cardLine('نتيجة Ada')))).toBe(true)
  })

  it.each(['The Addams Family ', 'محمد بن علي ', 'דוד בן לוי '])('is cut at its own end: %s', async text => {
    const isRightToLeft = /^[\u0590-\u06ff]/.test(text)
    const start = async (length: number): Promise<Buffer> => {
      const png = await shown(isRightToLeft ? 'rtl' : 'ltr', cardLine(text.repeat(length), { width: 700 }))
      // satori puts the box at the end of the row for Arabic, so it begins at 700 px.
      return sharp(png)
        .extract({ left: isRightToLeft ? 400 : 0, top: 0, width: 300, height: 120 })
        .raw()
        .toBuffer()
    }
    expect(await start(6)).toEqual(await start(8))
    expect((await start(6)).some(part => part > 200)).toBe(true)
  })
})

describe('drawable', () => {
  it.each([
    ['Ada Moreau', 'Ada Moreau'],
    ['Łukasz Žižek ễ Ünïcødé', 'Łukasz Žižek ễ Ünïcødé'],
    ['Zoe\u0308', 'Zoë'],
    ['🔥 Ada  🎱 ', 'Ada'],
    ['👨‍👩‍👧 Family', 'Family'],
    ['Ada \u202eMoreau\u200d', 'Ada Moreau'],
    ['Z\u0334\u0335\u0336algo', 'Zalgo'],
    ['<b>"it\'s" & more</b>', '<b>"it\'s" & more</b>'],
    ['山田太郎', null],
    ['محمد علي', 'محمد علي'],
    ['Ada محمد', 'Ada محمد'],
    ['\u202bپرویز گیلانی\u202c', 'پرویز گیلانی'],
    ['דוד Levi', 'דוד Levi'],
    ['Ελένη Παπαδοπούλου', 'Ελένη Παπαδοπούλου'],
    ['Олександр Ґ.', 'Олександр Ґ.'],
    ['Ада', 'Ада'],
    ['สมชาย', null],
    ['𝔄𝔡𝔞', null],
    ['🎱🎱', null],
    ['...', null],
    ['', null],
  ])('%j → %j', (text, expected) => expect(toDrawableText(text)).toBe(expected))
})
