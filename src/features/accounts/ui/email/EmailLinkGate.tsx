import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import type { EmailLinkPageProps } from './EmailLinkPage.tsx'
import type { AccountLink, PendingLink } from './email-link.ts'

/** null during server rendering */
export const EmailLinkContext = createContext<PendingLink | null>(null)

/**
 * Shows the page, or in its place the page for the opened e-mail link until that is done. The first render shows the page, as on the
 * server.
 */
export function EmailLinkGate({ children }: { children: ReactNode }) {
  const pending = use(EmailLinkContext)
  const navigate = use(NavigateContext)
  const link = useSyncExternalStore(
    useCallback(listener => pending?.listen(listener) ?? (() => {}), [pending]),
    () => pending?.current ?? null,
    () => null,
  )
  const [Page, setPage] = useState<ComponentType<EmailLinkPageProps> | null>(null)
  const hasLink = link !== null
  useEffect(() => {
    if (hasLink && Page === null)
      import('./EmailLinkPage.tsx').then(
        ({ EmailLinkPage }) => setPage(() => EmailLinkPage),
        () => window.location.reload(),
      )
  }, [hasLink, Page])
  const shown = Page === null ? null : link
  const focusedLink = useRef<AccountLink | null>(null)
  useEffect(() => {
    if (shown !== focusedLink.current) document.getElementById('main')?.focus()
    focusedLink.current = shown
  }, [shown])
  const close = (): void => pending?.done()
  const closeAndNavigate = (href: string): void => {
    close()
    navigate?.(href)
  }
  if (link === null) return children
  if (Page === null) return null
  return (
    <NavigateContext value={closeAndNavigate}>
      <Page key={link.token} link={link} onDone={close} />
    </NavigateContext>
  )
}
