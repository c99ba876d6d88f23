import { Component, type RefObject } from 'react'

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const GLIDE = { duration: 320, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

/** Where a row is drawn (px, in its list), and the value that it shows. */
type DrawnRow = { top: number; mark: string }

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

const readRows = (list: HTMLElement): Map<string, DrawnRow> =>
  new Map(rowsIn(list).map(row => [row.dataset.row ?? '', { top: getListTop(row) + offsetNow(row), mark: row.dataset.mark ?? '' }]))

/** True if a row that glides `from` px below its place to it can be seen on its way. */
function isSeen(row: HTMLElement, from: number): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return Math.max(bottom, bottom + from) > 0 && Math.min(top, top + from) < window.innerHeight
}

function animateRows(list: HTMLElement, before: ReadonlyMap<string, DrawnRow>): void {
  for (const row of rowsIn(list)) {
    const was = before.get(row.dataset.row ?? '')
    const top = getListTop(row)
    const from = was && row.offsetTop === top ? was.top - top : 0
    if (!isSeen(row, from)) continue
    // Rows that move up are drawn above those that they overtake.
    const zIndex = from > 0 ? 2 : 0
    if (from !== 0)
      row.animate(
        [
          { transform: `translateY(${from}px)`, zIndex },
          { transform: 'none', zIndex },
        ],
        GLIDE,
      )
    if (was?.mark !== row.dataset.mark)
      row.querySelector('[data-glow]')?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 380, easing: 'ease-out' })
  }
}

interface FlipAnimationProps {
  list: RefObject<HTMLElement | null>
  /** what the list shows; it is animated when one of these is another one */
  rows: readonly unknown[]
}

/**
 * FLIP animation for lists: elements with `data-row` (an id) glide to their new positions. If a row is new or its `data-mark`
 * (the displayed value) changed, its `[data-glow]` lights up once. Nothing is animated at the first render, where nobody sees it, or if the
 * user prefers reduced motion. A sticky row needs `data-pinned`; it is not moved while it sticks.
 *
 * It renders nothing. It is a class because only classes can read the positions just before React changes them: to read them after each
 * change, in case there will be another, takes a phone a quarter of a second when it opens a page.
 */
export class FlipAnimation extends Component<FlipAnimationProps> {
  override getSnapshotBeforeUpdate({ rows: before }: FlipAnimationProps): Map<string, DrawnRow> | null {
    const { list, rows } = this.props
    const isSame = rows.length === before.length && rows.every((row, i) => row === before[i])
    return isSame || list.current === null || prefersReducedMotion() ? null : readRows(list.current)
  }

  override componentDidUpdate(_props: FlipAnimationProps, _state: unknown, before: Map<string, DrawnRow> | null): void {
    const { list } = this.props
    if (before !== null && list.current !== null) animateRows(list.current, before)
  }

  override render(): null {
    return null
  }
}
