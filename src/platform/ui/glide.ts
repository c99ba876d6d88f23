import { type RefObject, useLayoutEffect, useRef } from 'react'

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const glide = { duration: 320, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

type Seen = { top: number; mark: string }

/** How far below its place an element is drawn while an earlier glide still runs. */
function offsetNow(element: HTMLElement): number {
  const { transform } = getComputedStyle(element)
  return transform === 'none' ? 0 : new DOMMatrix(transform).m42
}

/**
 * Rows marked `data-row` (an id) glide to their new places; where `data-mark` (what the row shows) changed or the row
 * is new, its `[data-glow]` lights up once. Nothing moves at first paint or for those who asked for stillness.
 */
export function useGlide(list: RefObject<HTMLElement | null>): void {
  const seen = useRef<Map<string, Seen> | null>(null)
  useLayoutEffect(() => {
    if (!list.current) return
    const before = seen.current
    const after = new Map<string, Seen>()
    const quiet = still()
    for (const row of list.current.querySelectorAll<HTMLElement>('[data-row]')) {
      const id = row.dataset.row ?? ''
      const now = { top: row.offsetTop, mark: row.dataset.mark ?? '' }
      after.set(id, now)
      if (!before || quiet) continue
      const was = before.get(id)
      const from = was ? was.top + offsetNow(row) - now.top : 0
      // What rises passes over what it overtakes.
      const zIndex = from > 0 ? 2 : 0
      if (from !== 0)
        row.animate(
          [
            { transform: `translateY(${from}px)`, zIndex },
            { transform: 'none', zIndex },
          ],
          glide,
        )
      if (was?.mark !== now.mark) {
        row.querySelector('[data-glow]')?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 380, easing: 'ease-out' })
      }
    }
    seen.current = after
  })
}
