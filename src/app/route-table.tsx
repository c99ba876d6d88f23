import { lazyPage } from '#platform/live/lazy-page.tsx'
import type { PageModule, PageRoute, RouteMatch, SubscriptionRequest } from '#platform/live/route.ts'
import { codePoints, ID, isPrintable, normalizeText } from '#platform/text/parameters.ts'

/**
 * Returns the route of a page whose module is `route.ts` in its folder.
 * @param path `/machines/$machineId`
 * @param query the query parameters that change what the page shows
 * @param folder the page's folder, relative to `src`
 * @param load imports the page's module; the import must name the module literally, so that each page becomes a file of its own
 * @param privacy `hidden` for a page that only certain signed-in users may see; `members` for one whose data may be private
 */
function page(
  path: string,
  query: readonly string[],
  folder: string,
  load: () => Promise<PageModule>,
  privacy?: 'hidden' | 'members',
): PageRoute {
  return { path, query, privacy, ...lazyPage(`src/${folder}/route.ts`, load) }
}

/**
 * The routes of all pages, one line each. Server and browser use the same table. The first route that matches an address is used: for that
 * reason `/groups/new` stands before `/groups/$groupId`, which would match it too.
 */
export const pageRoutes: readonly PageRoute[] = [
  page('/', ['before'], 'pages/home', () => import('../pages/home/route.ts')),
  page('/scores/$scoreId', [], 'pages/score', () => import('../pages/score/route.ts')),
  page(
    '/machines',
    ['q', 'type', 'maker', 'decade', 'played', 'sort', 'page'],
    'pages/machines',
    () => import('../pages/machines/route.ts'),
  ),
  page('/machines/$machineId', ['window', 'venue'], 'pages/machine', () => import('../pages/machine/route.ts')),
  page('/machines/$machineId/kiosk', [], 'pages/kiosk', () => import('../pages/kiosk/route.ts')),
  page('/players/$username', ['machine', 'bests'], 'pages/player', () => import('../pages/player/route.ts')),
  page('/ratings', ['show', 'page'], 'pages/ratings', () => import('../pages/ratings/route.ts')),
  page('/groups', ['before'], 'pages/groups', () => import('../pages/groups/route.ts')),
  page('/groups/new', [], 'pages/group-new', () => import('../pages/group-new/route.ts')),
  page('/groups/join', ['code'], 'pages/group-join', () => import('../pages/group-join/route.ts')),
  page('/groups/$groupId', ['machine', 'window'], 'pages/group', () => import('../pages/group/route.ts'), 'members'),
  page('/venues', ['before'], 'pages/venues', () => import('../pages/venues/route.ts')),
  page('/venues/new', [], 'pages/venue-new', () => import('../pages/venue-new/route.ts')),
  page('/venues/$slug', ['window'], 'pages/venue', () => import('../pages/venue/route.ts'), 'members'),
  page('/venues/$slug/print', ['what'], 'pages/venue-print', () => import('../pages/venue-print/route.ts'), 'members'),
  page('/venues/$slug/stations', [], 'pages/venue-stations', () => import('../pages/venue-stations/route.ts'), 'hidden'),
  page('/events', ['state', 'before'], 'pages/events', () => import('../pages/events/route.ts')),
  page('/events/new', ['group', 'from'], 'pages/event-new', () => import('../pages/event-new/route.ts')),
  page('/events/check-in', ['code'], 'pages/event-check-in', () => import('../pages/event-check-in/route.ts')),
  page('/events/claim', ['code'], 'pages/event-claim', () => import('../pages/event-claim/route.ts')),
  page('/events/$eventId', ['show', 'machine', 'round'], 'pages/event', () => import('../pages/event/route.ts'), 'members'),
  page('/events/$eventId/live', [], 'pages/big-screen', () => import('../pages/big-screen/route.ts'), 'members'),
  page('/events/$eventId/print', ['what'], 'pages/event-print', () => import('../pages/event-print/route.ts'), 'members'),
  // The token is a secret in the fragment of the address, which only the browser reads.
  page('/events/$eventId/scorekeeper', [], 'pages/event-scorekeeper', () => import('../pages/event-scorekeeper/route.ts')),
  page('/events/$eventId/kiosk', [], 'pages/kiosk', () => import('../pages/kiosk/route.ts')),
  page('/events/$eventId/edit', [], 'pages/event-edit', () => import('../pages/event-edit/route.ts'), 'hidden'),
  page('/series/$slug', ['row', 'all'], 'pages/series', () => import('../pages/series/route.ts'), 'members'),
  page('/submit', ['machine', 'event', 'venue', 'kept'], 'pages/submit', () => import('../pages/submit/route.ts')),
  // What the QR codes on machines hold. Nothing of the venue is in it, so that it is the same for one that only some may see.
  page('/v/$slug/$code', ['kept'], 'pages/submit', () => import('../pages/submit/route.ts')),
  // What the QR codes of machines hold whose games are reported.
  page('/claim/$code', [], 'pages/claim', () => import('../pages/claim/route.ts')),
  page('/webhooks', ['group', 'event'], 'pages/webhooks', () => import('../pages/webhooks/route.ts'), 'hidden'),
  page('/import', ['what', 'group'], 'pages/import', () => import('../pages/import/route.ts')),
  page('/account', [], 'pages/account', () => import('../pages/account/route.ts')),
  page('/account/delete', [], 'pages/account-delete', () => import('../pages/account-delete/route.ts')),
  page('/sign-in', ['next'], 'pages/sign-in', () => import('../pages/sign-in/route.ts')),
  // What a visit to a login service has ended with is in the fragment, which no server gets.
  page('/sign-in/finish', [], 'pages/sign-in-finish', () => import('../pages/sign-in-finish/route.ts')),
  page('/sign-up', ['next'], 'pages/sign-up', () => import('../pages/sign-up/route.ts')),
  page('/forgot-password', [], 'pages/forgot-password', () => import('../pages/forgot-password/route.ts')),
  page('/change-password', [], 'pages/change-password', () => import('../pages/change-password/route.ts')),
  page('/invitations', ['before'], 'pages/invitations', () => import('../pages/invitations/route.ts')),
  page('/patreon', [], 'pages/patreon', () => import('../pages/patreon/route.ts')),
  // Code and state are secrets of the user: only the browser reads them, and it removes them from its address.
  page('/patreon/confirm', [], 'pages/patreon-confirm', () => import('../pages/patreon-confirm/route.ts')),
  page('/privacy', [], 'pages/privacy', () => import('../pages/privacy/route.ts')),
  page('/child-safety', [], 'pages/child-safety', () => import('../pages/child-safety/route.ts')),
  page('/admin', [], 'pages/admin', () => import('../pages/admin/route.ts'), 'hidden'),
  page('/admin/machines/new', [], 'pages/admin-machine-new', () => import('../pages/admin-machine-new/route.ts'), 'hidden'),
  page('/admin/machines/edit', ['machine'], 'pages/admin-machine-edit', () => import('../pages/admin-machine-edit/route.ts'), 'hidden'),
  page('/admin/events/new', [], 'pages/admin-event-new', () => import('../pages/admin-event-new/route.ts'), 'hidden'),
  page('/admin/settings', [], 'pages/admin-settings', () => import('../pages/admin-settings/route.ts'), 'hidden'),
  page('/admin/backups', [], 'pages/admin-backups', () => import('../pages/admin-backups/route.ts'), 'hidden'),
  page('/admin/setup', [], 'pages/admin-setup', () => import('../pages/admin-setup/route.ts'), 'hidden'),
  page('/admin/cache', [], 'pages/admin-cache', () => import('../pages/admin-cache/route.ts'), 'hidden'),
  page('/admin/jobs', [], 'pages/admin-jobs', () => import('../pages/admin-jobs/route.ts'), 'hidden'),
  page('/admin/keys', [], 'pages/admin-keys', () => import('../pages/admin-keys/route.ts'), 'hidden'),
  page('/admin/users', ['q', 'before'], 'pages/admin-users', () => import('../pages/admin-users/route.ts'), 'hidden'),
  page('/admin/invitations', ['before'], 'pages/admin-invitations', () => import('../pages/admin-invitations/route.ts'), 'hidden'),
  page('/admin/names', [], 'pages/admin-names', () => import('../pages/admin-names/route.ts'), 'hidden'),
  page('/admin/scores', ['state'], 'pages/admin-scores', () => import('../pages/admin-scores/route.ts'), 'hidden'),
  page('/admin/reports', ['state', 'before'], 'pages/admin-reports', () => import('../pages/admin-reports/route.ts'), 'hidden'),
  page('/admin/log', ['action', 'user', 'before'], 'pages/admin-log', () => import('../pages/admin-log/route.ts'), 'hidden'),
  // The code is that of a request, which is known to the browser that began it alone, or says why one cannot go on.
  page('/consent/$code', [], 'pages/oauth', () => import('../pages/oauth/route.ts')),
  page('/offline', [], 'app/offline', () => import('./offline/route.ts')),
]

/** The path of each route, with a named group for each of its parameters. */
const patterns = pageRoutes.map(({ path }) => new RegExp(`^${path.replace(/\$(\w+)/g, '(?<$1>[^/]+)')}$`))

export interface Matched {
  route: PageRoute
  at: RouteMatch
  /** path and whitelisted query in canonical form */
  url: string
}

function decodeSegment(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** in code points */
const MAX_USERNAME = 60

/** True for a text that the publications of players accept as a user name. */
function isUsername(value: string): boolean {
  const text = normalizeText(value)
  return value.length <= 8 * MAX_USERNAME && text !== '' && codePoints(text) <= MAX_USERNAME && isPrintable(text)
}

/** What addresses are made of names with (platform/text/plain-name.ts). */
const SLUG = /^[\p{L}\p{M}\p{N}-]{1,60}$/u

/** True if a path parameter has a valid form. A path with an invalid one has no page, because every publication would reject it. */
const isParam = (name: string, value: string | null): boolean =>
  value !== null && (name === 'username' ? isUsername(value) : (name === 'slug' ? SLUG : ID).test(value))

/**
 * True if a query value is used. Empty values, values over 200 characters,
 * and values with control characters or unpaired surrogates are dropped.
 */
const isQueryValue = (value: string | null): value is string => !!value && value.length <= 200 && isPrintable(value)

/**
 * Returns the page of an address, or null if there is none. Query parameters that the page does not know are dropped; of repeated ones the
 * first value counts.
 * @param url path, query and fragment. One that begins with two slashes would name another host and has no page
 */
export function matchPage(url: string): Matched | null {
  if (!/^\/(?![/\\])/.test(url)) return null
  const { pathname, searchParams } = new URL(url, 'http://site.invalid')
  const path = pathname.replace(/(.)\/+$/, '$1')
  for (const [i, route] of pageRoutes.entries()) {
    const found = patterns[i]!.exec(path)
    if (found === null) continue
    const segments = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeSegment(text)] as const)
    if (!segments.every(segment => isParam(...segment))) return null
    const params = Object.fromEntries(segments) as Record<string, string>
    const allowedQuery = new URLSearchParams(
      route.query.flatMap(name => {
        const value = searchParams.get(name)
        return isQueryValue(value) ? [[name, value]] : []
      }),
    )
    return {
      route,
      at: { params, query: Object.fromEntries(allowedQuery) },
      url: allowedQuery.size === 0 ? path : `${path}?${allowedQuery}`,
    }
  }
  return null
}

export const subscriptionsOf = ({ route, at }: Matched): SubscriptionRequest[] => route.live(at)
