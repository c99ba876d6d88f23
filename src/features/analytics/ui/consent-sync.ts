import type { AnalyticsSettings } from '../contract.ts'
import type { Consent } from './consent.ts'
import type { Tracker, TrackerOptions } from './tracker.ts'

export type ActiveTracker = Pick<Tracker, 'pageShown' | 'end'>

/**
 * Reports visits while the visitor consents; without consent the tracker is not even loaded.
 * @returns the object to be told which page is shown
 */
export function syncConsent(
  consent: Consent,
  settings: AnalyticsSettings,
  options: Omit<TrackerOptions, 'collector'>,
): Pick<Tracker, 'pageShown'> {
  let tracker: ActiveTracker | null = null
  const applyConsent = async (): Promise<void> => {
    if (!consent.given) {
      tracker?.end()
      tracker = null
    } else if (tracker === null) {
      const { track } = await import('./track.ts')
      if (consent.given && tracker === null) tracker = track(settings, options)
    }
  }
  // The visitor need not know that the analytics client is blocked or could not be loaded.
  const update = (): void => void applyConsent().catch(() => undefined)
  consent.listen(update)
  update()
  return {
    pageShown(navigation) {
      if (consent.given) tracker?.pageShown(navigation)
      // The event by which another tab tells of the visitor's choice may come later than the page.
      else update()
    },
  }
}
