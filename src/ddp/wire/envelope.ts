/** What tells one message of a client from another. */
export interface Envelope {
  msg: string
  id: string
}

/** Longer ids are not sent back in the answer to a message that is too large. */
const MAX_ID_LENGTH = 256

/**
 * Reads `msg` and `id` of a message that is too large to be parsed: in one pass, without recursion, and without looking into the values of
 * other members.
 * @returns null if the text is not an object with both as texts
 */
export function readEnvelope(text: string): Envelope | null {
  const found: Partial<Record<string, string>> = {}
  let depth = 0
  let key: string | null = null
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const end = endOfString(text, i)
      if (end === -1) return null
      if (depth === 1) {
        if (key === null) key = end - i <= MAX_ID_LENGTH ? readString(text, i, end) : ''
        else if ((key === 'msg' || key === 'id') && end - i <= MAX_ID_LENGTH) found[key] = readString(text, i, end)
        if (found.msg !== undefined && found.id !== undefined) return { msg: found.msg, id: found.id }
      }
      i = end
    } else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      if (depth === 0 && code !== OPENING_BRACE) return null
      depth++
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth--
    else if (code === COMMA && depth === 1) key = null
  }
  return null
}

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const OPENING_BRACKET = 91
const CLOSING_BRACKET = 93
const OPENING_BRACE = 123
const CLOSING_BRACE = 125

/** Returns the index of the quote that ends the string which begins at `start`; −1: it does not end. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i++
    else if (code === QUOTE) return i
  }
  return -1
}

function readString(text: string, start: number, end: number): string {
  try {
    return JSON.parse(text.slice(start, end + 1)) as string
  } catch {
    return ''
  }
}
