/** What the browser is told where analytics are on; all of it public. */
export interface AnalyticsSettings {
  /** names the site to the service; no secret */
  writeKey: string
  /** origin of the service, without a slash at its end */
  host: string
  /** user names that count as administrators to analytics, and to nothing else (mission §6) */
  admins: string[]
}
