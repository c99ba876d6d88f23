export type Operation = 'submit' | 'move' | 'rank' | 'top' | 'around'

export const OPERATIONS: readonly Operation[] = ['submit', 'move', 'rank', 'top', 'around']
export const TOP = 50
export const EACH_SIDE = 5
export const FIRST_GAME = 1_700_000_000_000

/** A deterministic 32-bit hash of a number, the same in every process. */
function mix(number: number): number {
  let h = (number ^ 0x9e3779b9) >>> 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b) >>> 0
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35) >>> 0
  return (h ^ (h >>> 16)) >>> 0
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0').slice(-digits)

/** The id of the n-th player as a UUIDv7: time, then random bits. Each call makes a new flat string, like one parsed from a message. */
export function getPlayerId(n: number): string {
  const time = hex(FIRST_GAME + n * 41, 12)
  const a = mix(n)
  const b = mix(n + 0x5bd1e995)
  const text = `${time.slice(0, 8)}-${time.slice(8)}-7${hex(a, 3)}-${hex(0x8000 | ((a >>> 12) & 0x3fff), 4)}-${hex(b, 8)}${hex(a >>> 16, 4)}`
  return Buffer.from(text, 'latin1').toString('latin1')
}

/** The score of a player's n-th attempt: many low values, few high ones, in steps of ten, as in pinball. */
export function getPlayerScore(player: number, attempt: number): number {
  const share = (mix(mix(player) + attempt * 7919) + 1) / 2 ** 32
  return Math.floor(-Math.log(share) * 40_000_000) * 10
}

/** A pseudo-random player of a board of `size`, uniformly distributed. */
export const randomPlayer = (n: number, salt: number, size: number): number => mix(mix(n) + salt) % size

/** The players for an operation: new ones for `submit`, otherwise random ones of the board. */
export const choosePlayers = (operation: Operation, count: number, salt: number, size: number): number[] =>
  Array.from({ length: count }, (_, n) => (operation === 'submit' ? size + n : randomPlayer(n, salt, size)))
