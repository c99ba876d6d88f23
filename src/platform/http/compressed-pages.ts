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

/** The codings that a request's Accept-Encoding (RFC 9110 §12.5.3) allows, the better one first. */
export function acceptedCodings(acceptEncoding: string | string[] | undefined): PageCoding[] {
  const accepted = String(acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map(each => each.split(';').map(part => part.trim()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([coding]) => coding)
  return (['br', 'gzip'] as const).filter(coding => accepted.includes(coding))
}

/** The coding in which a page is sent. @returns null if the client takes neither Brotli nor gzip */
export const pageCoding = (acceptEncoding: string | string[] | undefined): PageCoding | null => acceptedCodings(acceptEncoding)[0] ?? null

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
