import { toLatinDigits } from '#platform/text/numbers.ts'

/**
 * Returns what tells IFPA numbers apart: the digits without leading zeros, so that `000012` is `12`. Null where there is no number, and for
 * zeros alone, which lists have in place of a missing one.
 */
export function ifpaNumberKey(number: string | undefined): string | null {
  const digits = toLatinDigits(number ?? '')
    .trim()
    .replace(/^0+/, '')
  return digits === '' ? null : digits
}

/** Returns the players who have one IFPA number together: a list for each such number, in the order of the players. */
export function listSharedIfpaNumbers<Player extends { ifpaNumber?: string }>(players: readonly Player[]): Player[][] {
  const byNumber = new Map<string, Player[]>()
  for (const player of players) {
    const key = ifpaNumberKey(player.ifpaNumber)
    if (key !== null) byNumber.set(key, [...(byNumber.get(key) ?? []), player])
  }
  return [...byNumber.values()].filter(({ length }) => length > 1)
}
