import unhomoglyph from 'unhomoglyph'

/** Returns a name in the letters a–z that its own letters look like, as far as they look like one. */
export const spellPlainly = (name: string): string =>
  [...name.normalize('NFKC')]
    .map(letter => {
      const plain = unhomoglyph(letter)
      if (/[ -~]/.test(letter) || !/^[A-Za-z]+$/.test(plain)) return letter
      // The table takes a capital I for a small L.
      return plain === 'l' && letter !== letter.toLowerCase() ? 'I' : plain
    })
    .join('')
