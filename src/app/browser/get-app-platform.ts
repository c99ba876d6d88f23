import type { AppPlatform } from '#analytics/rules.ts'

/** Returns `Mobile` if the pages run in the mobile app (Capacitor), else `Web`. */
export function getAppPlatform(window: object): AppPlatform {
  const { Capacitor } = window as { Capacitor?: { isNativePlatform?(): boolean } }
  return Capacitor?.isNativePlatform?.() === true ? 'Mobile' : 'Web'
}
