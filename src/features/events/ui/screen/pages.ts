/**
 * Divides items into pages of nearly the same length.
 * @param capacity how many fit on a page
 * @returns the pages in order; one empty page if there are no items
 */
export function dividePages<T>(items: readonly T[], capacity: number): T[][] {
  const count = Math.max(1, Math.ceil(items.length / Math.max(1, capacity)))
  const size = Math.ceil(items.length / count)
  return Array.from({ length: count }, (_, page) => items.slice(page * size, (page + 1) * size))
}

/** How many items of a height fit above each other, at least one. All in px. */
export const countFitting = (space: number, height: number, gap: number): number =>
  height <= 0 ? 1 : Math.max(1, Math.floor((space + gap) / (height + gap)))
