import type { AccountsApi } from '#accounts/server/api.ts'
import { spellPlainly } from '#accounts/server/shared/spell-plainly.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { GroupsApi, OnBehalf } from '#groups/server/api.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { newNameProblem } from '#platform/text/names.ts'
import { noPlayer } from '#players/contract/players.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { eventManagersOnly, noEvent, noEventMember, standingsHeld } from '../contract/errors.ts'
import { directsEvent, keepsScores } from '../rules/staff.ts'
import { type EventRow, eventById } from './store.ts'

/** Checks who may see and direct events. An event of a private group is visible only to the group's members. */
export class EventAccess {
  readonly #database: Database
  readonly #accounts: Pick<AccountsApi, 'getUser' | 'blockedNames'>
  readonly #groups: GroupsApi

  constructor({
    database,
    accounts,
    groups,
  }: { database: Database; accounts: Pick<AccountsApi, 'getUser' | 'blockedNames'>; groups: GroupsApi }) {
    this.#database = database
    this.#accounts = accounts
    this.#groups = groups
  }

  /** Returns the event if the user may see it. @throws DdpError 404 */
  async getVisible(eventId: string, userId: string | null): Promise<EventRow> {
    return this.#authorize(await eventById(this.#database.db, eventId), groupId => this.#groups.assertVisible(groupId, userId))
  }

  /**
   * Like `getVisible` for the subscriber, or on behalf of another user, and ends the subscription as soon as that user may no longer see the
   * event's group.
   */
  async authorizeAndWatch(publishing: PublishContext, eventId: string, onBehalf?: OnBehalf): Promise<EventRow> {
    const event = await eventById(this.#database.db, eventId)
    return this.#authorize(event, groupId => this.#groups.authorizeAndWatch(publishing, groupId, onBehalf))
  }

  /** Like `getVisible`, for a user who takes part in an event that the caller has already loaded and locked. @throws DdpError 404 */
  requireVisible(event: EventRow | null, userId: string): Promise<EventRow> {
    return this.#authorize(event, groupId => this.#groups.assertVisible(groupId, userId))
  }

  /** Like `requireVisible`, but the user must also direct the event. @throws DdpError 403, 404 */
  async requireDirector(event: EventRow | null, userId: string): Promise<EventRow> {
    const visibleEvent = await this.requireVisible(event, userId)
    if (!(await this.isDirector(visibleEvent, userId))) throw eventManagersOnly()
    return visibleEvent
  }

  /** Like `requireDirector`, but co-directors may not. @throws DdpError 403, 404 */
  async requireOwner(event: EventRow | null, userId: string): Promise<EventRow> {
    const visibleEvent = await this.requireVisible(event, userId)
    if (visibleEvent.directorId !== userId && !(await this.hasRole(userId, ['admin']))) throw eventManagersOnly()
    return visibleEvent
  }

  /** Like `requireDirector`, but scorekeepers may too. @throws DdpError 403, 404 */
  async requireScorekeeper(event: EventRow | null, userId: string): Promise<EventRow> {
    const visibleEvent = await this.requireVisible(event, userId)
    if (!(await this.isScorekeeper(visibleEvent, userId))) throw eventManagersOnly()
    return visibleEvent
  }

  /** @throws DdpError 400 for the name of a guest who would be taken for somebody else */
  checkGuestName(tx: Db, name: string): Promise<void> {
    return this.#accounts.blockedNames.checkImitation(tx, { path: 'displayName', name, userId: null })
  }

  /** Returns a name that `checkGuestName` lets pass and that looks the same; null: there is none. */
  async spellGuestName(db: Db, name: string): Promise<string | null> {
    for (const spelled of [name, spellPlainly(name)]) {
      try {
        await this.checkGuestName(db, spelled)
        if (newNameProblem(spelled) === null) return spelled
      } catch (error) {
        if (!(error instanceof DdpError && error.error === 400)) throw error
      }
    }
    return null
  }

  /** True for the event's director, its co-directors and administrators. */
  async isDirector(event: EventRow, userId: string): Promise<boolean> {
    return directsEvent(event, userId) || this.hasRole(userId, ['admin'])
  }

  /** @param userId null: somebody without an account @throws DdpError 409 if the standings are held back from the user */
  async requireStandings(event: EventRow, userId: string | null): Promise<void> {
    if (event.standingsHeld && (userId === null || !(await this.isDirector(event, userId)))) throw standingsHeld()
  }

  /** Like `isDirector`, but false for a director or co-director who may no longer see the event. */
  async directsVisible(event: EventRow, userId: string): Promise<boolean> {
    if (await this.hasRole(userId, ['admin'])) return true
    if (!directsEvent(event, userId)) return false
    try {
      await this.requireVisible(event, userId)
      return true
    } catch (error) {
      if (error instanceof DdpError) return false
      throw error
    }
  }

  /** True for all who may enter and confirm results, and check players in. */
  async isScorekeeper(event: EventRow, userId: string): Promise<boolean> {
    return keepsScores(event, userId) || this.hasRole(userId, ['admin'])
  }

  /**
   * Returns the display name of a user who may be entered in an event, or may direct it.
   * @throws DdpError 404 if there is no such user, or the user is no member of the event's group
   */
  async findPossibleEntrant(event: EventRow, userId: string): Promise<string> {
    const user = await this.#accounts.getUser(userId)
    if (user === null) throw noPlayer()
    if (event.groupId !== null)
      await this.#groups.assertVisible(event.groupId, userId).catch(() => {
        throw noEventMember()
      })
    return user.displayName
  }

  /** Returns a user's names; null: the account was deleted. */
  async findNames(userId: string): Promise<{ userId: string; username: string; displayName: string } | null> {
    const user = await this.#accounts.getUser(userId)
    return user === null || !user.username ? null : { userId, username: user.username, displayName: user.displayName }
  }

  async hasRole(userId: string, roles: readonly string[]): Promise<boolean> {
    const person = await this.#accounts.getUser(userId)
    return person !== null && hasGlobalRole(person.roles, roles)
  }

  async #authorize(event: EventRow | null, checkGroup: (groupId: string) => Promise<unknown>): Promise<EventRow> {
    if (event === null) throw noEvent()
    if (event.groupId !== null) {
      await checkGroup(event.groupId).catch(error => {
        throw error instanceof DdpError && error.error === 404 ? noEvent() : error
      })
    }
    return event
  }
}
