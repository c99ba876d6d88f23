/** Settings that the browser gets if analytics are enabled; all of them are public. */
export interface AnalyticsSettings {
  /** identifies the site to the service; not a secret */
  writeKey: string
  /** origin of the service, without a trailing slash */
  host: string
  /** user names that count as administrators in analytics; they give no rights (mission §6) */
  admins: string[]
}
