import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Content codings of HTTP (RFC 9110 §8.4.1) that pages are sent in, the better one first. */
export type PageCoding = 'br' | 'gzip'

/** About 1.5 ms for a page of 100 kB, outside of the event loop. The next levels take several times as long for a few percent. */
const LEVEL = 4

const compress: Record<PageCoding, (html: Buffer) => Promise<Buffer>> = {
  br: html =>
    promisify(brotliCompress)(html, {
      params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
    }),
  gzip: html => promisify(gzip)(html, { level: LEVEL }),
}

/**
 * Chooses the coding of a page by the request's Accept-Encoding (RFC 9110 §12.5.3).
 * @returns null if the client takes neither Brotli nor gzip
 */
export function pageCoding(acceptEncoding: string | string[] | undefined): PageCoding | null {
  const accepted = String(acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map(each => each.split(';').map(part => part.trim()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([coding]) => coding)
  return (['br', 'gzip'] as const).find(coding => accepted.includes(coding)) ?? null
}

/**
 * Compresses pages. A page that is sent several times, because it is cached, is compressed once. The HTML holds nothing but what every
 * visitor may see, so its compressed length tells nobody a secret (BREACH).
 */
export class CompressedPages {
  readonly #copies: Record<PageCoding, WeakMap<Buffer, Promise<Buffer>>> = { br: new WeakMap(), gzip: new WeakMap() }

  /** @param html UTF-8; its identity stands for its content */
  get(html: Buffer, coding: PageCoding): Promise<Buffer> {
    const copy = this.#copies[coding].get(html) ?? compress[coding](html)
    this.#copies[coding].set(html, copy)
    return copy
  }
}
