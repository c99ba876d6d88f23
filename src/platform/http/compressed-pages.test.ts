import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { CompressedPages, pageCoding } from './compressed-pages.ts'

it('compresses a page once for all who ask for it at the same moment, and another page anew', async () => {
  const pages = new CompressedPages()
  const [html, other] = [Buffer.from('<p>a page</p>'), Buffer.from('<p>a page</p>')]
  const [first, second] = await Promise.all([pages.get(html, 'br'), pages.get(html, 'br')])
  expect(second).toBe(first)
  expect(await pages.get(other, 'br')).not.toBe(first)
  expect(String(brotliDecompressSync(first))).toBe('<p>a page</p>')
})

it('compresses a page better when it is asked for again, once', async () => {
  const pages = new CompressedPages()
  const html = Buffer.from(Array.from({ length: 500 }, (_, i) => `<li>Row ${i} of ${(i * 7919) % 1000}</li>`).join(''))
  for (const coding of ['br', 'gzip'] as const) {
    const first = await pages.get(html, coding)
    const [second, third] = await Promise.all([pages.get(html, coding), pages.get(html, coding)])
    expect(second.length).toBeLessThan(first.length)
    expect(third).toBe(second)
    expect(await pages.get(html, coding)).toBe(second)
  }
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['br ; q=0.0', null],
  ['brotli', null],
  [undefined, null],
])('takes Accept-Encoding %j as a wish for %j', (accepted, coding) => {
  expect(pageCoding(accepted)).toBe(coding)
})
