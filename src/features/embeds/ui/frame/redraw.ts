/** ms; the look of the site asks for less than 400 */
const MOVE = 320
const GLOW = 380

const rowsOf = (main: Element): Map<string, HTMLElement> =>
  new Map([...main.querySelectorAll<HTMLElement>('[data-row]')].map(row => [row.dataset.row!, row]))

/**
 * Shows what another document of the same embed shows: its rows glide to their new places, and one that is new or has another figure glows
 * once. Nothing moves for those who prefer that.
 */
export function redraw(next: Document): void {
  const main = document.getElementById('embed')!
  const fresh = document.importNode(next.getElementById('embed')!, true)
  const before = new Map([...rowsOf(main)].map(([key, row]) => [key, { top: row.getBoundingClientRect().top, mark: row.dataset.mark }]))
  const focused = main.contains(document.activeElement) ? document.activeElement!.getAttribute('href') : null
  main.className = fresh.className
  main.replaceChildren(...fresh.childNodes)
  document.title = next.title
  // The focus stays on the same link, which is another element now.
  if (focused !== null) [...main.querySelectorAll('a')].find(each => each.getAttribute('href') === focused)?.focus({ preventScroll: true })
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const [key, row] of rowsOf(main)) {
    const was = before.get(key)
    const moved = was === undefined ? 0 : was.top - row.getBoundingClientRect().top
    if (moved !== 0)
      row.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], {
        duration: MOVE,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      })
    if (was?.mark === row.dataset.mark) continue
    const glow = getComputedStyle(document.documentElement).getPropertyValue('--accent-soft')
    row.animate([{ backgroundColor: glow }, { backgroundColor: 'transparent' }], { duration: GLOW, easing: 'ease-out' })
  }
}
