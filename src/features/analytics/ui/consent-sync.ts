import type { AnalyticsSettings } from '../contract.ts'
import type { Consent } from './consent.ts'
import type { Tracker, TrackerOptions } from './tracker.ts'

export type Telling = Pick<Tracker, 'arrived' | 'end'>

/**
 * Reports visits while the visitor consents; without consent the tracker is not even loaded.
 * @returns the object to be told which page is shown
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
  // The visitor need not know that the analytics client is blocked or could not be loaded.
  const start = (): void => void follow().catch(() => undefined)
  consent.listen(start)
  start()
  return { arrived: how => tracker?.arrived(how) }
}
