/** One empty list for all sessions, which takes no memory of each. A list that has become empty is replaced by it, since it would keep its room. */
export const NONE: readonly never[] = []

/** Adds to a list that is `NONE` or the caller's own. @returns the list, which takes the place of the former one */
export function append<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item]
  ;(list as T[]).push(item)
  return list
}
