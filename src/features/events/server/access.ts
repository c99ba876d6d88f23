import type { PublishContext } from '../../../ddp/server/subscription.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { AccountsApi } from '../../accounts/server/api.ts'
import type { GroupsApi } from '../../groups/server/api.ts'
import { hasGlobalRole } from '../../roles/rules.ts'
import { type EventRow, eventById } from './store.ts'

/** The same for an event that is hidden and one that is not there. */
export const noEvent = (): DdpError => new DdpError(404, 'There is no such event.')
export const notDirector = (): DdpError => new DdpError(403, 'Only the director of the event may do this.')

/** Who may see and direct events. Those of a private group are its members'. */
export class EventAccess {
  readonly #database: Database
  readonly #accounts: Pick<AccountsApi, 'person'>
  readonly #groups: GroupsApi

  constructor({ database, accounts, groups }: { database: Database; accounts: Pick<AccountsApi, 'person'>; groups: GroupsApi }) {
    this.#database = database
    this.#accounts = accounts
    this.#groups = groups
  }

  /** @throws DdpError 404 */
  async visible(eventId: string, userId: string | null): Promise<EventRow> {
    return this.#seen(await eventById(this.#database.db, eventId), groupId => this.#groups.visible(groupId, userId))
  }

  /** As `visible`, and ends the subscription as soon as the reader may no longer see the event's group. */
  async admit(publishing: PublishContext, eventId: string): Promise<EventRow> {
    return this.#seen(await eventById(this.#database.db, eventId), groupId => this.#groups.admit(publishing, groupId))
  }

  /** An event that was read and is held, for one who plays in it. @throws DdpError 404 */
  player(event: EventRow | null, userId: string): Promise<EventRow> {
    return this.#seen(event, groupId => this.#groups.visible(groupId, userId))
  }

  /** The same, for one who directs it. @throws DdpError 403, 404 */
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
