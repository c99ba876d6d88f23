import type { AppPlatform } from '../features/analytics/rules.ts'

/** Whether the pages run in the mobile shell. */
export function isMobileShell(window: object): AppPlatform {
  const { Capacitor } = window as { Capacitor?: { isNativePlatform?(): boolean } }
  return Capacitor?.isNativePlatform?.() === true ? 'Mobile' : 'Web'
}
