import type { AccountsApi } from '#accounts/server/api.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { revokedBy } from '#platform/live/server/access-guards.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { ReadCache } from '#platform/read-cache.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { noSeries, seriesManagersOnly } from '../contract/errors.ts'
import { seriesChanged } from './changes.ts'
import { type KnownSeries, knownSeries, type SeriesRow } from './store.ts'

/** Who may make seasons of the site, and events of the site. */
const SITE_ROLES = ['event-director', 'admin']

/** Checks who may see and run seasons. A season of a private group is visible only to the group's members. */
export class SeriesAccess {
  readonly #live: LiveServer
  readonly #accounts: Pick<AccountsApi, 'getUser'>
  readonly #groups: GroupsApi
  /** by slug, which never changes and is never given to another season */
  readonly #known: ReadCache<KnownSeries>

  constructor(
    { database, live, caches }: Pick<FeatureContext, 'database' | 'live' | 'caches'>,
    { accounts, groups }: { accounts: Pick<AccountsApi, 'getUser'>; groups: GroupsApi },
  ) {
    this.#live = live
    this.#accounts = accounts
    this.#groups = groups
    this.#known = caches.add('known seasons', new ReadCache({ max: 5000, bytes: 200, read: slug => knownSeries(database.db, slug) }))
    live.onChange(seriesChanged, ({ slug }) => this.#known.invalidate(slug))
  }

  /** Returns the season if the user may see it. @throws DdpError 404, the same for a hidden season and for one that does not exist */
  requireVisible(series: SeriesRow | null, userId: string | null): Promise<SeriesRow> {
    return authorize(series, groupId => this.#groups.assertVisible(groupId, userId))
  }

  /** Like `requireVisible`, but the user must also run the season. @throws DdpError 403, 404 */
  async requireManager(series: SeriesRow | null, userId: string): Promise<SeriesRow> {
    const visible = await this.requireVisible(series, userId)
    if (!(await this.mayRun(visible.groupId, userId))) throw seriesManagersOnly()
    return visible
  }

  /** True if the user runs the seasons of a group, or of the site (null). */
  async mayRun(groupId: string | null, userId: string): Promise<boolean> {
    if (groupId === null) return this.#hasRole(userId, SITE_ROLES)
    return (await this.#groups.isManager(groupId, userId)) || this.#hasRole(userId, ['admin'])
  }

  /**
   * Returns the season if the subscriber may see it, and ends the subscription as soon as the subscriber may not any more, or the season is
   * removed.
   * @throws DdpError 404
   */
  async authorizeAndWatch(publishing: PublishContext, slug: string): Promise<KnownSeries> {
    const guard = this.#live.guard(publishing, [revokedBy(seriesChanged, slug, ({ kind }) => (kind === 'removed' ? noSeries() : null))])
    const { applied } = this.#live.changeLog
    const series = await this.#known.get(slug)
    if (series === null) throw noSeries()
    const { groupId } = series
    if (groupId !== null) await this.#groups.authorizeAndWatch(publishing, groupId, { userId: publishing.userId, refused: noSeries })
    guard.since(applied)
    return series
  }

  async #hasRole(userId: string, roles: readonly string[]): Promise<boolean> {
    const user = await this.#accounts.getUser(userId)
    return user !== null && hasGlobalRole(user.roles, roles)
  }
}

async function authorize(series: SeriesRow | null, checkGroup: (groupId: string) => Promise<unknown>): Promise<SeriesRow> {
  if (series === null) throw noSeries()
  if (series.groupId !== null)
    await checkGroup(series.groupId).catch(error => {
      throw error instanceof DdpError && error.error === 404 ? noSeries() : error
    })
  return series
}
