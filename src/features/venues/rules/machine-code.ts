/** Lower-case letters and digits that are not taken for each other: without 0, 1, i, l, o. */
export const CODE_CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz'

/** So many characters make 900,000 codes, of which a venue uses some dozens. */
export const CODE_LENGTH = 4

/**
 * Returns a code that is not among those of the venue. It is a name and no secret, and made at random so that it tells nothing of how many
 * machines there have been.
 * @param random returns a whole number from 0 to below its argument
 */
export function newMachineCode(taken: ReadonlySet<string>, random: (below: number) => number): string {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[random(CODE_CHARACTERS.length)]).join('')
    if (!taken.has(code)) return code
  }
}

/** Returns a code as it is stored: somebody who types it may write capital letters. */
export const readMachineCode = (typed: string): string => typed.trim().toLowerCase()
