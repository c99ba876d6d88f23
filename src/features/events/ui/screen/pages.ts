/** How many pages items take. @param capacity how many fit on a page */
const countPages = (items: number, capacity: number): number => Math.max(1, Math.ceil(items / Math.max(1, capacity)))

/**
 * Divides items into pages whose lengths differ by one at most.
 * @param capacity how many fit on a page
 * @returns the pages in order; one empty page if there are no items
 */
export function dividePages<T>(items: readonly T[], capacity: number): T[][] {
  const count = countPages(items.length, capacity)
  const begin = (page: number): number => Math.ceil((page * items.length) / count)
  return Array.from({ length: count }, (_, page) => items.slice(begin(page), begin(page + 1)))
}

/**
 * True if items are better shown closer together: they take fewer pages then, as where there is one item too many for a page.
 * @param capacity how many fit on a page @param compact how many fit if they stand closer together
 */
export const isBetterCompact = (items: number, capacity: number, compact: number): boolean =>
  countPages(items, compact) < countPages(items, capacity)

/** How many items of a height fit above each other, at least one. All in px. */
export const countFitting = (space: number, height: number, gap: number): number =>
  height <= 0 ? 1 : Math.max(1, Math.floor((space + gap) / (height + gap)))
