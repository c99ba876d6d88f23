import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Content codings of HTTP (RFC 9110 §8.4.1) that pages are sent in, the better one first. */
export type PageCoding = 'br' | 'gzip'

/**
 * The first time, compressing a page of 100 kB takes 0.6 ms, outside of the event loop: while scores come, a page may be sent only once. When it
 * is asked for again, it is compressed anew at a level that takes three times as long and saves a tenth of the bytes. Higher levels take still
 * longer and save a few percent.
 */
const LEVELS = { first: 1, again: 5 }

const compress: Record<PageCoding, (html: Buffer, level: number) => Promise<Buffer>> = {
  br: (html, level) =>
    promisify(brotliCompress)(html, {
      params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
    }),
  gzip: (html, level) => promisify(gzip)(html, { level }),
}

/** A page as it was compressed when it was first asked for, and anew. */
interface Copies {
  first: Promise<Buffer>
  isFirstDone: boolean
  again: Promise<Buffer> | null
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
 * Compresses pages. A page that is sent several times, because it is cached, is compressed twice at most. The HTML holds nothing but what every
 * visitor may see, so its compressed length tells nobody a secret (BREACH).
 */
export class CompressedPages {
  readonly #copies: Record<PageCoding, WeakMap<Buffer, Copies>> = { br: new WeakMap(), gzip: new WeakMap() }

  /** @param html UTF-8; its identity stands for its content */
  get(html: Buffer, coding: PageCoding): Promise<Buffer> {
    const known = this.#copies[coding].get(html)
    if (known !== undefined) {
      if (!known.isFirstDone) return known.first
      known.again ??= compress[coding](html, LEVELS.again)
      return known.again
    }
    const first = compress[coding](html, LEVELS.first)
    const copies: Copies = { first, isFirstDone: false, again: null }
    this.#copies[coding].set(html, copies)
    return first.finally(() => {
      copies.isFirstDone = true
    })
  }
}
