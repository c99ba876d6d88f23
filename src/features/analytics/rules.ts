/** ms between showing a page and reporting the view (mission §9). */
export const PAGE_DELAY = 0
/** The same after a step in the browser's history, in ms. */
export const BACK_DELAY = 50

export type AppPlatform = 'Mobile' | 'Web'

/** The user who is signed in; null: nobody is. */
export type Visitor = { userId: string; username: string | null } | null

export interface TrackedApp {
  version: string
  platform: AppPlatform
  /** the public list of user names that count as administrators */
  admins: readonly string[]
}

/** The mission's properties (§3), sent with every report. Both names are the visitor's own. */
export function trackedProperties(visitor: Visitor, { version, platform, admins }: TrackedApp, pageName: string) {
  const username = visitor?.username ?? null
  return {
    'Is Admin': username !== null && admins.includes(username),
    'My Username': username,
    'User ID': visitor?.userId ?? null,
    Username: username,
    'App Version': version,
    'App Platform': platform,
    'Page Name': pageName,
  }
}

export type Properties = ReturnType<typeof trackedProperties>
