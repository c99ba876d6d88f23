import { useEffect, useRef } from 'react'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import type { CurrentPage } from './navigation.ts'

/** ms for which the title of a page stands in the status. Screen readers read it at once. */
const ANNOUNCED_MS = 1000

/**
 * Tells a screen reader the title of another page, and moves the focus into it if the link that had it is gone. The effects of the page,
 * which set its title, run before this one. A title that changes meanwhile replaces the first one at once, since the user may have lost
 * access to what it names.
 */
export function PageChangeStatus({ shown: { matched, scroll } }: { shown: CurrentPage }) {
  const path = matched?.url.split('?')[0]
  const last = useRef(path)
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (path === last.current) return
    last.current = path
    if (scroll === 'stay') return
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    const text = status.current!.firstElementChild!
    const say = (): void => {
      text.textContent = document.title
    }
    say()
    const titles = new MutationObserver(say)
    titles.observe(document.head, { subtree: true, childList: true, characterData: true })
    const end = (): void => {
      titles.disconnect()
      text.textContent = ''
    }
    const timer = setTimeout(end, ANNOUNCED_MS)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [path, scroll])
  return (
    <div ref={status} role="status">
      <VisuallyHidden>{''}</VisuallyHidden>
    </div>
  )
}
