import { AnalyticsBrowser } from '@segment/analytics-next'
import type { AnalyticsSettings } from '../contract.ts'
import type { Collector } from './tracker.ts'

/** The service's client, told everything here: it asks no other host for its settings, and sends no figures about itself. */
export function segment({ writeKey, host }: AnalyticsSettings, origin: string): Collector {
  const url = new URL(host)
  const sending = { apiHost: `${url.host}/v1`, protocol: url.protocol === 'http:' ? 'http' : 'https' } as const
  const client = AnalyticsBrowser.load(
    {
      writeKey,
      cdnSettings: { integrations: { 'Segment.io': { apiKey: writeKey, ...sending } }, metrics: { sampleRate: 0 } },
    },
    {
      integrations: { 'Segment.io': { ...sending, deliveryStrategy: { config: { keepalive: true } } } },
      // Who was here is kept without cookies; what could not be sent is not kept.
      disableClientPersistence: true,
      user: { persist: true, storage: { stores: ['localStorage', 'memory'] } },
      useQueryString: false,
    },
  )
  // Queries and fragments may hold what somebody was given to prove who he is.
  const context = ({ title, path }: { title: string; path: string }) => ({ title, path, search: '', url: origin + path })
  return {
    page: (page, properties) => client.page(page.title, { ...context(page), ...properties }, { context: { page: context(page) } }),
    identify: (userId, traits, page) => client.identify(userId, traits, { context: { page: context(page) } }),
    track: (event, properties, page) => client.track(event, properties, { context: { page: context(page) } }),
    forget: () => client.reset(),
  }
}
