const [BEFORE, AFTER] = ['<!--part ', '-->']
const [LESS, BANG, P, ZERO] = [...'<!p0'].map(character => character.charCodeAt(0)) as [number, number, number, number]

const encoder = new TextEncoder()

/** Returns a text in UTF-8. */
export const toUtf8 = (text: string): Uint8Array => encoder.encode(text)

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/**
 * Parts of one document that are kept as UTF-8, such as the rows of a board, so that a page that is rendered again does not encode them
 * again. While the document is made, a comment stands for each part.
 */
export class PageParts {
  readonly #parts: Uint8Array[] = []

  /** @returns the comment that stands for the part. It cannot occur in a text, where `<` is escaped */
  add(part: Uint8Array): string {
    return `${BEFORE}${this.#parts.push(part) - 1}${AFTER}`
  }

  /** Returns the document with its parts, in UTF-8. */
  encode(document: string): Uint8Array {
    const bytes = toUtf8(document)
    const pieces: Uint8Array[] = []
    let from = 0
    for (let at = 0; at < bytes.length; at++) {
      // A comment that is none of a part, such as React's, has no `p` here.
      if (bytes[at] !== LESS || bytes[at + 1] !== BANG || bytes[at + 4] !== P) continue
      let digit = at + BEFORE.length
      let index = 0
      for (; bytes[digit]! >= ZERO; digit++) index = index * 10 + bytes[digit]! - ZERO
      const part = this.#parts[index]
      if (part === undefined) continue
      pieces.push(bytes.subarray(from, at), part)
      from = digit + AFTER.length
      at = from - 1
    }
    pieces.push(bytes.subarray(from))
    return concat(pieces)
  }
}
