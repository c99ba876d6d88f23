import { GET_USER_EMAIL, USERS } from '#accounts/contract/accounts.ts'
import type { AccountSession } from '#accounts/ui/session/auth-client.ts'
import type { AnalyticsSettings } from '#analytics/contract.ts'
import { Consent } from '#analytics/ui/consent.ts'
import { syncConsent } from '#analytics/ui/consent-sync.ts'
import type { DdpClient } from '#ddp/client/client.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Navigation } from '../navigation.ts'
import { getAppPlatform } from './get-app-platform.ts'

export interface AnalyticsParts {
  client: DdpClient
  session: AccountSession
  pages: Navigation
  clock: Clock
  version: string
}

/** Starts counting visits, only while `Consent.given` is true. @returns the visitor's consent */
export function startAnalytics(settings: AnalyticsSettings, parts: AnalyticsParts): Consent {
  const { client, session, pages, clock, version } = parts
  const users = client.store.collection(USERS)
  const consent = new Consent(window.localStorage, window.navigator)
  window.addEventListener('storage', consent.onStorage)
  const tracking = syncConsent(consent, settings, {
    clock,
    session,
    app: { version, platform: getAppPlatform(window), admins: settings.admins },
    username: userId => {
      const user = users.get(userId)
      return user === undefined ? undefined : ((user.username as string | undefined) ?? null)
    },
    onNames: listener => users.listen(listener),
    email: async () => (await client.call(GET_USER_EMAIL, [])) as string | null,
    page: () => ({ title: document.title, path: window.location.pathname, href: window.location.pathname + window.location.search }),
  })
  pages.listen(() => tracking.pageShown(pages.shown.scroll === 'back' ? 'back' : 'on'))
  return consent
}
