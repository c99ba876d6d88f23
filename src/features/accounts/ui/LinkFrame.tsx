import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { NavigateContext } from '../../../platform/ui/navigate.ts'
import type { AccountLink, PendingLink } from './account-link.ts'
import { LinkPage } from './pages/LinkPage.tsx'

/** null while the page is rendered on the server */
export const LinkContext = createContext<PendingLink | null>(null)

/** The page, or what the link of a mail asks for in its place until that is done. The first render is the page's, as on the server. */
export function LinkFrame({ children }: { children: ReactNode }) {
  const pending = use(LinkContext)
  const navigate = use(NavigateContext)
  const link = useSyncExternalStore(
    useCallback(listener => pending?.listen(listener) ?? (() => {}), [pending]),
    () => pending?.current ?? null,
    () => null,
  )
  const before = useRef<AccountLink | null>(null)
  useEffect(() => {
    if (link !== before.current) document.getElementById('main')?.focus()
    before.current = link
  }, [link])
  const done = (): void => pending?.done()
  const leave = (href: string): void => {
    done()
    navigate?.(href)
  }
  if (link === null) return children
  return (
    <NavigateContext value={leave}>
      <LinkPage key={link.token} link={link} onDone={done} />
    </NavigateContext>
  )
}
