/**
 * Returns the nights of a season after somebody has set those that are seen. A night that is hidden from everybody stays, behind the one that it
 * followed.
 * @param before all nights until now
 * @param wanted those that are seen, as they are to be
 * @param seen which of the nights until now are seen
 */
export function keepHidden(before: readonly string[], wanted: readonly string[], seen: ReadonlySet<string>): string[] {
  const all = [...wanted]
  for (const [i, id] of before.entries()) {
    if (seen.has(id) || all.includes(id)) continue
    // A night that was taken out leaves its follower behind the one before it.
    const previous = before.slice(0, i).findLast(each => all.includes(each))
    all.splice(previous === undefined ? 0 : all.indexOf(previous) + 1, 0, id)
  }
  return all
}
