import { AnalyticsBrowser } from '@segment/analytics-next'
import { v4 } from 'uuid'
import type { AnalyticsSettings } from '../contract.ts'
import type { Collector, SeenPage } from './tracker.ts'

/** Under which the browser keeps the random number that its visits have in common. */
const KEPT = 'skillshot visitor'

/** The service's client, told everything here: it asks no other host for its settings, sends no figures about itself, and keeps nothing by itself. */
export function segment(
  { writeKey, host }: AnalyticsSettings,
  origin: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Collector {
  const url = new URL(host)
  const sending = { apiHost: `${url.host}/v1`, protocol: url.protocol === 'http:' ? 'http' : 'https' } as const
  const client = AnalyticsBrowser.load(
    {
      writeKey,
      cdnSettings: { integrations: { 'Segment.io': { apiKey: writeKey, ...sending } }, metrics: { sampleRate: 0 } },
    },
    {
      integrations: { 'Segment.io': { ...sending, deliveryStrategy: { config: { keepalive: true } } } },
      // It would keep names and addresses of mail.
      disableClientPersistence: true,
      useQueryString: false,
    },
  )
  let visitor: string | null = null
  const known = (): AnalyticsBrowser => {
    if (visitor === null) {
      visitor = storage.getItem(KEPT) ?? v4()
      storage.setItem(KEPT, visitor)
      void client.setAnonymousId(visitor)
    }
    return client
  }
  // Queries and fragments may hold what somebody was given to prove who he is.
  const context = ({ title, path }: SeenPage) => ({ title, path, search: '', url: origin + path })
  return {
    page: (page, properties) => known().page(page.title, { ...context(page), ...properties }, { context: { page: context(page) } }),
    identify: (userId, traits, page) => known().identify(userId, traits, { context: { page: context(page) } }),
    track: (event, properties, page) => known().track(event, properties, { context: { page: context(page) } }),
    forget() {
      visitor = null
      storage.removeItem(KEPT)
      return client.reset()
    },
  }
}
