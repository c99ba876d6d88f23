/** A 32-bit hash that is the same on every device: FNV-1a with a final mix, because its low bits alone are poorly distributed. */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i)
    h = Math.imul(h, 0x01000193)
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A random number generator seeded with a text (xorshift, values in [0, 1)), for drawings derived from a name. */
export function seededRandomFromText(text: string): () => number {
  let state = hashText(text) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
