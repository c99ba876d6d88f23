import { useLayoutEffect, useSyncExternalStore } from 'react'
import { EmailLinkContext, EmailLinkGate } from '#accounts/ui/email/EmailLinkGate.tsx'
import type { PendingLink } from '#accounts/ui/email/email-link.ts'
import { AccountProvider } from '#accounts/ui/session/AccountProvider.tsx'
import type { AccountSession } from '#accounts/ui/session/auth-client.ts'
import { SessionContext } from '#accounts/ui/session/use-account.ts'
import type { Consent } from '#analytics/ui/consent.ts'
import { ConsentContext } from '#analytics/ui/consent-context.ts'
import type { ResultQueue } from '#events/ui/results/result-queue.ts'
import { ResultQueueContext } from '#events/ui/results/result-queue-context.ts'
import { InvitationContext } from '#invitations/ui/invitation-context.ts'
import type { PendingInvitation } from '#invitations/ui/pending-invitation.ts'
import type { DataSource } from '#platform/live/data-source.ts'
import { LiveContext } from '#platform/live/hooks.ts'
import { NotFoundContext } from '#platform/live/not-found-context.tsx'
import { SearchContext } from '#platform/ui/layouts/context/search-context.ts'
import type { PublicSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { type ShowTitle, TitleContext } from '#platform/ui/layouts/page-title.ts'
import type { LazyService } from '#platform/ui/lazy-service.ts'
import { type Navigate, NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { PlayerSearchContext } from '#players/ui/player-search.ts'
import { type LoadedQueue, QueueContext } from '#scores/ui/queue/lazy-queue.ts'
import { search } from '#search/contract.ts'
import { SearchBox } from '#search/ui/SearchBox.tsx'
import type { PageState } from './navigation.ts'
import { NotFound, notFoundPages } from './not-found.tsx'
import { PageChangeStatus } from './PageChangeStatus.tsx'
import { SiteSettingsProvider } from './site-settings.tsx'

const SEARCH = <SearchBox />
/** What exists only in the browser, not while the server renders. */
export interface BrowserServices {
  session: AccountSession
  link: PendingLink
  invitation: PendingInvitation
  queue: LazyService<LoadedQueue>
  results: LazyService<ResultQueue>
  consent: Consent | null
  showTitle: ShowTitle
  navigate: Navigate
}

interface RootProps {
  pages: PageState
  source: DataSource
  /** the settings as they were when the page was made */
  settings: PublicSettings
  /** null on the server */
  browser: BrowserServices | null
}

/** Renders the current page inside its context providers. Server and browser render the same tree. */
export function Root({ pages, source, settings, browser }: RootProps) {
  return (
    <LiveContext value={source}>
      <SessionContext value={browser?.session ?? null}>
        <EmailLinkContext value={browser?.link ?? null}>
          <NavigateContext value={browser?.navigate}>
            <TitleContext value={browser?.showTitle}>
              <NotFoundContext value={NotFound}>
                <QueueContext value={browser?.queue ?? null}>
                  <ResultQueueContext value={browser?.results ?? null}>
                    <SearchContext value={SEARCH}>
                      <PlayerSearchContext value={search}>
                        <AccountProvider>
                          <ConsentContext value={browser?.consent ?? null}>
                            <SiteSettingsProvider initial={settings}>
                              <InvitationContext value={browser?.invitation ?? null}>
                                <Page pages={pages} />
                              </InvitationContext>
                            </SiteSettingsProvider>
                          </ConsentContext>
                        </AccountProvider>
                      </PlayerSearchContext>
                    </SearchContext>
                  </ResultQueueContext>
                </QueueContext>
              </NotFoundContext>
            </TitleContext>
          </NavigateContext>
        </EmailLinkContext>
      </SessionContext>
    </LiveContext>
  )
}

function Page({ pages }: { pages: PageState }) {
  const shown = useSyncExternalStore(
    pages.listen,
    () => pages.shown,
    () => pages.shown,
  )
  useLayoutEffect(() => pages.onRendered(shown), [pages, shown])
  const { matched, isPrivate } = shown
  const page = matched === null ? <NotFound /> : <matched.route.component key={matched.route.path} {...matched.at} />
  return (
    <>
      <EmailLinkGate>
        {isPrivate && matched && notFoundPages ? (
          <notFoundPages.PrivatePage key={matched.route.path} matched={matched}>
            {page}
          </notFoundPages.PrivatePage>
        ) : (
          page
        )}
      </EmailLinkGate>
      <PageChangeStatus shown={shown} />
    </>
  )
}
