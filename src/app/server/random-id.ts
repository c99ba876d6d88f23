import { randomInt } from 'node:crypto'

/** Characters that nobody takes for each other. */
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTWXYZabcdefghijkmnopqrstuvwxyz'

/** @param length up to 8, as many as one random number is large enough for */
function randomCharacters(length: number): string {
  let rest = randomInt(CHARACTERS.length ** length)
  let text = ''
  for (let i = 0; i < length; i++) {
    text += CHARACTERS[rest % CHARACTERS.length]
    rest = Math.floor(rest / CHARACTERS.length)
  }
  return text
}

/** Returns 17 characters that cannot be guessed. Each call over HTTP has such an id, so they are made of three random numbers and not of 17. */
export const randomId = (): string => randomCharacters(8) + randomCharacters(8) + randomCharacters(1)
