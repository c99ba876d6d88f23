import { createContext } from 'react'

/**
 * Navigates to a path of this site without loading a page. The context is undefined without a router (first render, no script).
 * @param how `stay` keeps the scroll position, for a choice that changes only a part of the page; `replace` takes the current page out of the
 * history, for one to which nobody wants to go back
 */
export type Navigate = (href: string, how?: 'stay' | 'replace') => void

export const NavigateContext = createContext<Navigate | undefined>(undefined)

export type Click = {
  button: number
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
  defaultPrevented: boolean
}

export type Anchor = { href: string; target?: string | undefined; download?: unknown }

/** Returns the path to navigate to inside the app, or null if the browser must handle the click. */
export function pathInApp(click: Click, anchor: Anchor, page: string): string | null {
  if (click.defaultPrevented || click.button !== 0) return null
  if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return null
  if (anchor.target && anchor.target !== '_self') return null
  if (anchor.download !== undefined && anchor.download !== false) return null
  if (!URL.canParse(anchor.href, page)) return null
  const to = new URL(anchor.href, page)
  const from = new URL(page)
  if (to.origin !== from.origin) return null
  const samePage = to.pathname === from.pathname && to.search === from.search
  if (samePage && to.hash !== '') return null
  return to.pathname + to.search + to.hash
}
