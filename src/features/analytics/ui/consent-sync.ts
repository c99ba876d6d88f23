import type { AnalyticsSettings } from '../contract.ts'
import type { Consent } from './parts/consent.ts'
import type { Tracker, TrackerOptions } from './tracker.ts'

export type Telling = Pick<Tracker, 'arrived' | 'end'>

/**
 * Counts visits as long as the visitor agrees; before that nothing of it is fetched.
 * @returns where to tell of pages that are shown
 */
export function followConsent(
  consent: Consent,
  settings: AnalyticsSettings,
  options: Omit<TrackerOptions, 'collector'>,
): Pick<Tracker, 'arrived'> {
  let tracker: Telling | null = null
  const follow = async (): Promise<void> => {
    if (!consent.given) {
      tracker?.end()
      tracker = null
    } else if (tracker === null) {
      const { track } = await import('./track.ts')
      if (consent.given && tracker === null) tracker = track(settings, options)
    }
  }
  // What blocks the client or cannot fetch it is no trouble of the visitor's.
  const start = (): void => void follow().catch(() => undefined)
  consent.listen(start)
  start()
  return { arrived: how => tracker?.arrived(how) }
}
