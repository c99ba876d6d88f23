import { useLayoutEffect, useRef } from 'react'
import layout from '#platform/ui/styles/layout.module.css'
import { cx } from '../cx.ts'
import { Link } from './Link.tsx'
import styles from './PageTabs.module.css'

export type PageTab = { text: string; href: string; current: boolean }

export interface PageTabsProps {
  label: string
  tabs: readonly PageTab[]
  /** true: on wide screens, where scrolling sideways needs another device than a mouse, many tabs take several rows */
  wraps?: boolean
}

/** The tabs of a page, each with its own URL, in one row that scrolls if it is too long. The current tab is scrolled into view. */
export function PageTabs({ label, tabs, wraps = false }: PageTabsProps) {
  const nav = useRef<HTMLElement>(null)
  const current = tabs.find(each => each.current)?.href
  useLayoutEffect(() => {
    const row = nav.current
    const tab = row?.querySelector('[aria-current]')
    if (!row || !tab || current === undefined) return
    const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right
    else if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left
  }, [current])
  return (
    <nav ref={nav} className={cx(styles.tabs, wraps && styles.wraps)} aria-label={label}>
      {tabs.map(({ text, href, current }) => (
        <Link key={href} className={cx(layout.stack, layout.muted, styles.tab)} href={href} current={current}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
