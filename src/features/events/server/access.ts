import type { PublishContext } from '../../../ddp/server/subscription.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { AccountsApi } from '../../accounts/server/api.ts'
import type { GroupsApi } from '../../groups/server/api.ts'
import { hasGlobalRole } from '../../roles/rules.ts'
import { type EventRow, eventById } from './store.ts'

/** The error is the same for a hidden event and for one that does not exist. */
export const noEvent = (): DdpError => new DdpError(404, 'There is no such event.')
export const notDirector = (): DdpError => new DdpError(403, 'Only the director of the event may do this.')

/** Checks who may see and direct events. An event of a private group is visible only to the group's members. */
export class EventAccess {
  readonly #database: Database
  readonly #accounts: Pick<AccountsApi, 'person'>
  readonly #groups: GroupsApi

  constructor({ database, accounts, groups }: { database: Database; accounts: Pick<AccountsApi, 'person'>; groups: GroupsApi }) {
    this.#database = database
    this.#accounts = accounts
    this.#groups = groups
  }

  /** Returns the event if the user may see it. @throws DdpError 404 */
  async visible(eventId: string, userId: string | null): Promise<EventRow> {
    return this.#seen(await eventById(this.#database.db, eventId), groupId => this.#groups.visible(groupId, userId))
  }

  /** Like `visible` for the subscriber, and ends the subscription as soon as the subscriber may no longer see the event's group. */
  async admit(publishing: PublishContext, eventId: string): Promise<EventRow> {
    return this.#seen(await eventById(this.#database.db, eventId), groupId => this.#groups.admit(publishing, groupId))
  }

  /** Like `visible`, for a user who takes part in an event that the caller has already loaded and locked. @throws DdpError 404 */
  player(event: EventRow | null, userId: string): Promise<EventRow> {
    return this.#seen(event, groupId => this.#groups.visible(groupId, userId))
  }

  /** Like `player`, but the user must also direct the event. @throws DdpError 403, 404 */
  async director(event: EventRow | null, userId: string): Promise<EventRow> {
    const seen = await this.player(event, userId)
    if (!(await this.directs(seen, userId))) throw notDirector()
    return seen
  }

  async directs({ directorId }: EventRow, userId: string): Promise<boolean> {
    return directorId === userId || this.hasRole(userId, ['admin'])
  }

  async hasRole(userId: string, roles: readonly string[]): Promise<boolean> {
    const person = await this.#accounts.person(userId)
    return person !== null && hasGlobalRole(person.roles, roles)
  }

  async #seen(event: EventRow | null, see: (groupId: string) => Promise<unknown>): Promise<EventRow> {
    if (event === null) throw noEvent()
    if (event.groupId !== null) {
      await see(event.groupId).catch(error => {
        throw error instanceof DdpError && error.error === 404 ? noEvent() : error
      })
    }
    return event
  }
}
