import { CODE_CHARACTERS } from '#venues/rules/machine-code.ts'

/** So many characters make 850 billion codes: nobody finds one by guessing. */
const STATION_CODE_LENGTH = 8

/**
 * Returns a new code for the QR code of a station, by which a game that has just ended there may be claimed. It is printed and hangs at the
 * machine.
 * @param random returns a whole number from 0 to below its argument
 */
export const newStationCode = (random: (below: number) => number): string =>
  Array.from({ length: STATION_CODE_LENGTH }, () => CODE_CHARACTERS[random(CODE_CHARACTERS.length)]).join('')
