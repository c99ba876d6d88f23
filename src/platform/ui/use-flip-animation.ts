import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const animateFrom = { duration: 320, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

type RowPositions = { top: number; mark: string }

/** How far below its layout position an element is drawn (px) while an earlier animation still runs. */
function offsetNow(element: HTMLElement): number {
  const { transform } = getComputedStyle(element)
  return transform === 'none' ? 0 : new DOMMatrix(transform).m42
}

/** The position of a row in the list (px). A pinned row may be drawn elsewhere while the list scrolls. */
function getListTop(row: HTMLElement): number {
  const above = row.dataset.pinned === undefined ? null : row.previousElementSibling
  return above instanceof HTMLElement ? above.offsetTop + above.offsetHeight : row.offsetTop
}

const rowsIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-row]')]

const readPositions = (row: HTMLElement): [string, RowPositions] => [
  row.dataset.row ?? '',
  { top: getListTop(row), mark: row.dataset.mark ?? '' },
]

/**
 * FLIP animation for lists: elements with `data-row` (an id) glide to their new positions. If a row is new or its `data-mark`
 * (the displayed value) changed, its `[data-glow]` lights up once. Nothing is animated at the first render or if the user
 * prefers reduced motion. A sticky row needs `data-pinned`; it is not moved while it sticks.
 * @returns a function to call when rows have moved for another reason, as when one of them was expanded
 */
export function useFlipAnimation(list: RefObject<HTMLElement | null>): () => void {
  const positions = useRef<Map<string, RowPositions> | null>(null)
  useLayoutEffect(() => {
    if (!list.current) return
    const before = positions.current
    const after = new Map<string, RowPositions>()
    const quiet = prefersReducedMotion()
    for (const row of rowsIn(list.current)) {
      const [id, now] = readPositions(row)
      after.set(id, now)
      if (!before || quiet) continue
      const was = before.get(id)
      const from = was && row.offsetTop === now.top ? was.top + offsetNow(row) - now.top : 0
      // Rows that move up are drawn above those that they overtake.
      const zIndex = from > 0 ? 2 : 0
      if (from !== 0)
        row.animate(
          [
            { transform: `translateY(${from}px)`, zIndex },
            { transform: 'none', zIndex },
          ],
          animateFrom,
        )
      if (was?.mark !== now.mark) {
        row.querySelector('[data-glow]')?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 380, easing: 'ease-out' })
      }
    }
    positions.current = after
  })
  return useCallback(() => {
    if (list.current) positions.current = new Map(rowsIn(list.current).map(readPositions))
  }, [list])
}
