import type { AnalyticsSettings } from '../contract.ts'
import { segment } from './segment.ts'
import { Tracker, type TrackerOptions } from './tracker.ts'

export const track = (settings: AnalyticsSettings, options: Omit<TrackerOptions, 'collector'>): Tracker =>
  new Tracker({ ...options, collector: segment(settings, window.location.origin, window.localStorage) })
