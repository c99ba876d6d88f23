import { AnalyticsBrowser } from '@segment/analytics-next'
import { v4 } from 'uuid'
import type { AnalyticsSettings } from '../contract.ts'
import type { Collector, SeenPage } from './tracker.ts'

/** Storage key of the random id that all visits of this browser share. */
const STORAGE_KEY = 'skillshot visitor'

/**
 * Creates the service's client with all of its settings: it asks no other host for them, sends no metrics about itself, and stores nothing.
 */
export function segment(
  { writeKey, host }: AnalyticsSettings,
  origin: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Collector {
  const url = new URL(host)
  const endpoint = { apiHost: `${url.host}/v1`, protocol: url.protocol === 'http:' ? 'http' : 'https' } as const
  const client = AnalyticsBrowser.load(
    {
      writeKey,
      cdnSettings: { integrations: { 'Segment.io': { apiKey: writeKey, ...endpoint } }, metrics: { sampleRate: 0 } },
    },
    {
      integrations: { 'Segment.io': { ...endpoint, deliveryStrategy: { config: { keepalive: true } } } },
      // The client would store names and e-mail addresses.
      disableClientPersistence: true,
      useQueryString: false,
    },
  )
  let visitor: string | null = null
  const clientWithId = (): AnalyticsBrowser => {
    if (visitor === null) {
      visitor = storage.getItem(STORAGE_KEY) ?? v4()
      storage.setItem(STORAGE_KEY, visitor)
      void client.setAnonymousId(visitor)
    }
    return client
  }
  // Queries and fragments may contain secrets that identify a user, so they are not sent.
  const context = ({ title, path }: SeenPage) => ({ title, path, search: '', url: origin + path })
  return {
    page: (page, properties) => clientWithId().page(page.title, { ...context(page), ...properties }, { context: { page: context(page) } }),
    identify: (userId, traits, page) => clientWithId().identify(userId, traits, { context: { page: context(page) } }),
    track: (event, properties, page) => clientWithId().track(event, properties, { context: { page: context(page) } }),
    forget() {
      visitor = null
      storage.removeItem(STORAGE_KEY)
      return client.reset()
    },
  }
}
