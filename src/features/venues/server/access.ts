import { LRUCache } from 'lru-cache'
import type { AccountsApi } from '#accounts/server/api.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { revokedBy } from '#platform/live/server/access-guards.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import type { ReadCache } from '#platform/read-cache.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { noVenue } from '../contract/errors.ts'
import { venueManagersOnly } from '../contract.ts'
import type { KnownVenue } from './api.ts'
import { venueChanged } from './changes.ts'
import * as store from './store.ts'

interface VenueAccessOptions {
  database: Database
  live: LiveServer
  cache: ReadCache<KnownVenue>
  accounts: Pick<AccountsApi, 'getUser'>
  groups: Pick<GroupsApi, 'assertVisible' | 'authorizeAndWatch' | 'isManager'>
}

/** Decides who may see and manage which venues. A venue of a group is seen by those who see the group. */
export class VenueAccess {
  readonly #options: VenueAccessOptions
  /** the ids of venues by their slugs, which never change and are never given to another */
  readonly #ids = new LRUCache<string, string>({ max: 5000 })

  constructor(options: VenueAccessOptions) {
    this.#options = options
  }

  /** Returns the venue if the user may see it. @throws DdpError 404, the same for a hidden venue and for one that does not exist */
  async assertVisible(venueId: string, userId: string | null): Promise<KnownVenue> {
    const venue = await this.#options.cache.get(venueId)
    if (venue === null) throw noVenue()
    await this.assertGroupVisible(venue.groupId, userId)
    return venue
  }

  /** Like `assertVisible`, and ends the subscription as soon as the subscriber may no longer see the venue, or it is removed. */
  async authorizeAndWatch(publishing: PublishContext, venueId: string): Promise<KnownVenue> {
    const { live, groups } = this.#options
    const guard = live.guard(publishing, [revokedBy(venueChanged, venueId, ({ exists }) => (exists ? null : noVenue()))])
    const { applied } = live.changeLog
    const venue = await this.#options.cache.get(venueId)
    if (venue === null) throw noVenue()
    const { groupId } = venue
    if (groupId !== null) await groups.authorizeAndWatch(publishing, groupId, { userId: publishing.userId, refused: noVenue })
    guard.since(applied)
    return venue
  }

  /** The same by the slug. */
  async authorizeAndWatchSlug(publishing: PublishContext, slug: string): Promise<KnownVenue> {
    const venueId = await this.#findId(slug)
    if (venueId === null) throw noVenue()
    return this.authorizeAndWatch(publishing, venueId)
  }

  /** Returns the venue if the user may see it; null: the user may not, or there is none. */
  async findVisible(venueId: string, userId: string | null): Promise<KnownVenue | null> {
    return unlessRefused(this.assertVisible(venueId, userId))
  }

  /** True if the user may see the venue and manages it. */
  async manages(venueId: string, userId: string): Promise<boolean> {
    return (await unlessRefused(this.requireManager(venueId, userId))) !== null
  }

  /** @throws DdpError 404 for users who may not see the venue; 403 for others who do not manage it */
  async requireManager(venueId: string, userId: string, db: Db = this.#options.database.db): Promise<KnownVenue> {
    const venue = await this.assertVisible(venueId, userId)
    const { groupId } = venue
    if (await store.isListedManager(db, venueId, userId)) return venue
    if (groupId !== null && (await this.#options.groups.isManager(groupId, userId))) return venue
    const person = await this.#options.accounts.getUser(userId)
    if (person === null || !hasGlobalRole(person.roles, ['moderator', 'admin'])) throw venueManagersOnly()
    return venue
  }

  /** Checks that the user may see the venues of a group. @param groupId null: of none, which everybody sees @throws DdpError 404 */
  assertGroupVisible(groupId: string | null, userId: string | null): Promise<void> {
    return asVenue(async () => groupId !== null && (await this.#options.groups.assertVisible(groupId, userId)))
  }

  async #findId(slug: string): Promise<string | null> {
    const known = this.#ids.get(slug)
    if (known !== undefined) return known
    const venue = await store.knownVenue(this.#options.database.db, { slug })
    if (venue !== null) this.#ids.set(slug, venue.id)
    return venue?.id ?? null
  }
}

/** Runs a check of a venue's group. To who may not see the group, the venue does not exist. */
async function asVenue(checkGroup: () => Promise<unknown>): Promise<void> {
  try {
    await checkGroup()
  } catch (error) {
    throw error instanceof DdpError && error.error === 404 ? noVenue() : error
  }
}

/** Waits for a check. @returns null if it refuses */
const unlessRefused = <T>(checking: Promise<T>): Promise<T | null> =>
  checking.catch(error => {
    if (error instanceof DdpError && (error.error === 403 || error.error === 404)) return null
    throw error
  })
