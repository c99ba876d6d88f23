import * as v from 'valibot'
import { accountsRoutes } from '../features/accounts/ui/routes.ts'
import { adminRoutes } from '../features/admin/ui/routes.ts'
import { directingRoutes } from '../features/events/ui/directing/routes.ts'
import { eventsRoutes } from '../features/events/ui/routes.ts'
import { groupsRoutes } from '../features/groups/ui/routes.ts'
import { invitationsRoutes } from '../features/invitations/ui/routes.ts'
import { machinesRoutes } from '../features/machines/ui/routes.ts'
import { playersRoutes } from '../features/players/ui/routes.ts'
import { policiesRoutes } from '../features/policies/ui/routes.ts'
import { reportsRoutes } from '../features/reports/ui/routes.ts'
import { rolesRoutes } from '../features/roles/ui/routes.ts'
import { scoresRoutes } from '../features/scores/ui/routes.ts'
import { supportersRoutes } from '../features/supporters/ui/routes.ts'
import { id, text } from '../platform/live/contract.ts'
import type { PageRoute, RouteMatch, SubscriptionRequest } from '../platform/live/route.ts'
import { offlineRoutes } from './offline/routes.ts'

/** The routes of all pages. Server and browser use the same table. */
export const pageRoutes: readonly PageRoute[] = [
  // Must come before `/groups/$groupId`, which would also match `/groups/new` and `/groups/join`.
  ...groupsRoutes,
  ...eventsRoutes,
  // Must come before `/events/$eventId`, which would also match `/events/new` and `/events/claim`.
  ...directingRoutes,
  ...scoresRoutes,
  ...machinesRoutes,
  ...playersRoutes,
  ...accountsRoutes,
  ...invitationsRoutes,
  ...supportersRoutes,
  ...policiesRoutes,
  ...reportsRoutes,
  ...rolesRoutes,
  ...adminRoutes,
  ...offlineRoutes,
]

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\$[a-zA-Z]+/g, '([^/]+)')}$`)
const matchers = pageRoutes.map(route => ({
  route,
  pattern: patternOf(route.path),
  names: [...route.path.matchAll(/\$([a-zA-Z]+)/g)].map(match => match[1]!),
}))

export interface Matched {
  route: PageRoute
  at: RouteMatch
  /** path and whitelisted query in canonical form */
  url: string
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Schema of a user name in a path, the same as in the publications of players. All other path parameters are ids. */
const username = text(1, 60)

/** True if a path parameter has a valid form. A path with an invalid one has no page, because every publication would reject it. */
const isParam = (name: string, value: string | null): boolean => v.is(name === 'username' ? username : id, value)

/**
 * True if a query value is used. Empty values, values over 200 characters,
 * and values with control characters or unpaired surrogates are dropped.
 */
const isQueryValue = (value: string | null): value is string =>
  value !== null && value !== '' && value.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(value)

/**
 * Returns the page of an address, or null if there is none. Query parameters that the page does not know are dropped; of repeated ones the
 * first value counts.
 * @param url path, query and fragment. One that begins with two slashes would name another host and has no page
 */
export function matchPage(url: string): Matched | null {
  if (!/^\/(?![/\\])/.test(url)) return null
  const { pathname, searchParams } = new URL(url, 'http://site.invalid')
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  for (const { route, pattern, names } of matchers) {
    const found = pattern.exec(path)
    if (found === null) continue
    const values = found.slice(1).map(decoded)
    if (!names.every((name, i) => isParam(name, values[i]!))) return null
    const params = Object.fromEntries(names.map((name, i) => [name, values[i]!]))
    const kept = new URLSearchParams(
      route.query.flatMap(name => {
        const value = searchParams.get(name)
        return isQueryValue(value) ? [[name, value]] : []
      }),
    )
    return { route, at: { params, query: Object.fromEntries(kept) }, url: kept.size === 0 ? path : `${path}?${kept}` }
  }
  return null
}

export const wantedBy = ({ route, at }: Matched): SubscriptionRequest[] => route.live(at)
