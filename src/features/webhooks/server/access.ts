import type { AccountsApi } from '#accounts/server/api.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { Database } from '#platform/db/database.ts'
import { revokedBy } from '#platform/live/server/access-guards.ts'
import { type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import { administratorsOnly } from '#roles/contract.ts'
import { createRequireAdmin, type RequireAdmin } from '#roles/server/shared/require-admin.ts'
import { guardGlobalRole } from '#roles/server/shared/role-guard.ts'
import { noDelivery, noWebhook } from '../contract.ts'
import { hookChanged } from './changes.ts'
import { findHook, type HookRow, type Whose } from './hook-store.ts'

interface HookAccessOptions {
  database: Database
  live: LiveServer
  accounts: AccountsApi
  groups: Pick<GroupsApi, 'requireOwner' | 'authorizeOwner'>
  events: Pick<EventsApi, 'requireDirector' | 'authorizeDirector'>
}

/** Decides who manages which hooks: an owner of the group, who directs the event, or an administrator. */
export class HookAccess {
  readonly #options: HookAccessOptions
  readonly #requireAdmin: RequireAdmin

  constructor(options: HookAccessOptions) {
    this.#options = options
    this.#requireAdmin = createRequireAdmin(options.accounts)
  }

  /** @throws DdpError 403, 404 */
  async require({ groupId, eventId }: Whose, userId: string): Promise<void> {
    const { groups, events } = this.#options
    if (groupId !== null) await groups.requireOwner(groupId, userId)
    else if (eventId !== null) await events.requireDirector(eventId, userId)
    else await this.#requireAdmin({ userId })
  }

  /** Returns a hook that the user manages. @throws DdpError 404, the same for a hook of others and for one that does not exist */
  async findManaged(webhookId: string, userId: string): Promise<HookRow> {
    const hook = await findHook(this.#options.database.db, webhookId)
    if (hook === null) throw noWebhook()
    await asMissing(this.require(hook, userId))
    return hook
  }

  /** Requires that the user manages the hook of a delivery. @throws DdpError 404, the same as for a delivery that does not exist */
  async requireDelivery(webhookId: string, userId: string): Promise<void> {
    await this.findManaged(webhookId, userId).catch(error => {
      throw error instanceof DdpError && error.error === 404 ? noDelivery() : error
    })
  }

  /** Lets a subscriber see the hooks of a group, an event or the site, as long as the subscriber manages them. @throws DdpError 401, 403, 404 */
  async authorize(publishing: PublishContext, { groupId, eventId }: Whose): Promise<void> {
    const { live, accounts, groups, events } = this.#options
    if (groupId !== null) await groups.authorizeOwner(publishing, groupId)
    else if (eventId !== null) await events.authorizeDirector(publishing, eventId)
    else await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
  }

  /** The same for what belongs to one hook. @throws DdpError 401, 404 */
  async authorizeHook(publishing: PublishContext, webhookId: string): Promise<HookRow> {
    const { database, live } = this.#options
    signedIn(publishing)
    const guard = live.guard(publishing, [revokedBy(hookChanged, webhookId, ({ removed }) => (removed === true ? noWebhook() : null))])
    const { applied } = live.changeLog
    const hook = await findHook(database.db, webhookId)
    if (hook === null) throw noWebhook()
    await asMissing(this.authorize(publishing, hook))
    guard.since(applied)
    return hook
  }
}

/** To whom a hook is none of their business, it does not exist. */
async function asMissing(check: Promise<void>): Promise<void> {
  try {
    await check
  } catch (error) {
    throw error instanceof DdpError && (error.error === 403 || error.error === 404) ? noWebhook() : error
  }
}
