import { RouterProvider } from '@tanstack/react-router'
import type { PendingLink } from '../features/accounts/ui/account-link.ts'
import { LinkContext } from '../features/accounts/ui/LinkFrame.tsx'
import { SessionContext } from '../features/accounts/ui/parts/account.ts'
import type { AccountSession } from '../features/accounts/ui/session.ts'
import { type LaterQueue, QueueContext } from '../features/scores/ui/queue/queue-parts.ts'
import { SearchBox } from '../features/search/ui/SearchBox.tsx'
import { LiveContext } from '../platform/live/hooks.ts'
import { MissingContext } from '../platform/live/missing.tsx'
import type { LiveSource } from '../platform/live/source.ts'
import { NavigateContext } from '../platform/ui/navigate.ts'
import { SearchContext } from '../platform/ui/search-context.ts'
import { type ShowTitle, TitleContext } from '../platform/ui/title.ts'
import { NotFound } from './not-found.tsx'
import type { createPages } from './routes.tsx'

const SEARCH = <SearchBox />

type Router = ReturnType<typeof createPages>

/** What there is only where somebody looks. */
export interface Visit {
  session: AccountSession
  link: PendingLink
  queue: LaterQueue
  showTitle: ShowTitle
}

/** Everything a page stands in; the same tree on both sides. @param visit null on the server */
export function Root({ router, source, visit }: { router: Router; source: LiveSource; visit: Visit | null }) {
  const navigate =
    visit === null ? undefined : (href: string, stay?: 'stay'): void => void router.navigate({ href, resetScroll: stay === undefined })
  return (
    <LiveContext value={source}>
      <SessionContext value={visit?.session ?? null}>
        <LinkContext value={visit?.link ?? null}>
          <NavigateContext value={navigate}>
            <TitleContext value={visit?.showTitle}>
              <MissingContext value={NotFound}>
                <QueueContext value={visit?.queue ?? null}>
                  <SearchContext value={SEARCH}>
                    <RouterProvider router={router} />
                  </SearchContext>
                </QueueContext>
              </MissingContext>
            </TitleContext>
          </NavigateContext>
        </LinkContext>
      </SessionContext>
    </LiveContext>
  )
}
