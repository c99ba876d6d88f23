import { createContext } from 'react'

/**
 * Goes to a path of this site without loading a page; undefined where no router is there (first render, no script).
 * @param stay where the reader is on the page, as for a choice that changes a part of it
 */
export type Navigate = (href: string, stay?: 'stay') => void

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

/** The path to go to inside the app, or null where the browser should do what it always does. */
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
