/** What most sessions have waiting: one empty list for all of them takes no memory of each, and a list that was used keeps its room. */
export const NONE: readonly never[] = []

/** Adds to a list that is `NONE` or the caller's own. @returns the list, which takes the place of the former one */
export function append<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item]
  ;(list as T[]).push(item)
  return list
}
