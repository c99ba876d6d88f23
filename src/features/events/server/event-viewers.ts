import { userChanged } from '#accounts/server/changes.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import { deviceEnded, eventManagersOnly, standingsHeld } from '#events/contract/errors.ts'
import type { OnBehalf } from '#groups/server/api.ts'
import type { Database } from '#platform/db/database.ts'
import { revokedBy } from '#platform/live/server/access-guards.ts'
import { type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { devicesEndAt } from '../rules/device-links.ts'
import type { EventSpan } from '../rules/event-state.ts'
import { directsEvent, keepsScores } from '../rules/staff.ts'
import type { EventAccess } from './access.ts'
import { eventChanged } from './changes.ts'
import { findLinkedDevice } from './staff/linked-device.ts'

const DAY = 24 * 60 * 60 * 1000

interface EventViewersOptions {
  live: LiveServer
  clock: Clock
  database: Database
  access: EventAccess
}

/** Checks the permission to see parts of an event, and ends the subscription as soon as the subscriber has lost it. */
export class EventViewers {
  readonly #options: EventViewersOptions

  constructor(options: EventViewersOptions) {
    this.#options = options
  }

  /**
   * Lets the subscriber see an event. A device that sends its key sees it with the permission of the user who made its link, so that it may
   * keep the scores of a private group's event.
   * @throws DdpError 403 for a device, 404
   */
  async authorize({ eventId, device }: { eventId: string; device?: string | undefined }, context: PublishContext): Promise<void> {
    if (device === undefined) await this.#options.access.authorizeAndWatch(context, eventId)
    else await this.#authorizeDevice(eventId, device, context)
  }

  /**
   * Lets the subscriber see what tells the event's standings, and ends the subscription as soon as they are held back, but for those who direct
   * the event.
   * @throws DdpError 404, 409
   */
  async authorizeStandings(eventId: string, context: PublishContext): Promise<void> {
    const { live, access } = this.#options
    const { userId } = context
    let isHeld = false
    let directs = false
    let isAdmin = false
    const refusal = (): DdpError | null => (isHeld && !directs && !isAdmin ? standingsHeld() : null)
    const guard = live.guard(context, [
      revokedBy(eventChanged, eventId, ({ change }) => {
        if (change?.kind === 'standings-held') isHeld = change.held
        if (change?.kind === 'staff' && change.userId === userId) directs = change.directs
        return refusal()
      }),
      ...(userId === null
        ? []
        : [
            revokedBy(userChanged, userId, change => {
              if ('roles' in change) isAdmin = hasGlobalRole(change.roles, ['admin'])
              return refusal()
            }),
          ]),
    ])
    const { applied } = live.changeLog
    const event = await access.authorizeAndWatch(context, eventId)
    isHeld = event.standingsHeld
    directs = userId !== null && directsEvent(event, userId)
    isAdmin = userId !== null && (await access.hasRole(userId, ['admin']))
    const refused = refusal()
    if (refused !== null) throw refused
    guard.since(applied)
  }

  /** @throws DdpError 401, 403, 404 */
  async authorizeDirector(eventId: string, context: PublishContext): Promise<void> {
    await this.#authorizeRole(eventId, context, 'directs', signedIn(context))
  }

  async #authorizeRole(
    eventId: string,
    context: PublishContext,
    role: 'directs' | 'keepsScores',
    userId: string,
    onBehalf?: OnBehalf,
  ): Promise<void> {
    const { live, access } = this.#options
    // The subscriber may see this for either of two reasons. Each rule below sets or clears one; when neither is left, the subscription
    // ends.
    let hasRole = true
    let isAdmin = true
    const refused = onBehalf?.refused ?? eventManagersOnly
    const refusal = (): DdpError | null => (hasRole || isAdmin ? null : refused())
    const guard = live.guard(context, [
      revokedBy(userChanged, userId, change => {
        if ('roles' in change) isAdmin = hasGlobalRole(change.roles, ['admin'])
        return refusal()
      }),
      revokedBy(eventChanged, eventId, ({ change }) => {
        if (change?.kind === 'staff' && change.userId === userId) hasRole = change[role]
        return refusal()
      }),
    ])
    const { applied } = live.changeLog
    const event = await access.authorizeAndWatch(context, eventId, onBehalf)
    hasRole = (role === 'directs' ? directsEvent : keepsScores)(event, userId)
    isAdmin = await access.hasRole(userId, ['admin'])
    if (!hasRole && !isAdmin) throw refused()
    guard.since(applied)
  }

  async #authorizeDevice(eventId: string, key: string, context: PublishContext): Promise<void> {
    const { live } = this.#options
    const end = this.#endByClock(eventId, key, context)
    let deviceId: string | null = null
    const guard = live.guard(context, [
      revokedBy(eventChanged, eventId, ({ change }) => {
        if (change === null) end.readAgain()
        return change?.kind === 'devices' && (change.endedId === null || change.endedId === deviceId) ? deviceEnded() : null
      }),
    ])
    const { applied } = live.changeLog
    const { device, event } = await findLinkedDevice(this.#options, eventId, key)
    deviceId = device.id
    guard.since(applied)
    end.set(event)
    const userId = device.createdBy
    await this.#authorizeRole(eventId, context, 'keepsScores', userId, { userId, refused: deviceEnded })
  }

  /** Ends a device's subscription at the time at which the clock ends its link. An edit of the event may move that time. */
  #endByClock(eventId: string, key: string, context: PublishContext): { set(event: EventSpan): void; readAgain(): void } {
    const { clock } = this.#options
    let timer: Timer | null = null
    context.onStop(() => timer?.cancel())
    const readAgain = (): void =>
      void findLinkedDevice(this.#options, eventId, key).then(
        ({ event }) => set(event),
        error => context.error(error),
      )
    const set = (event: EventSpan): void => {
      timer?.cancel()
      // A timer cannot be longer than 24 days.
      if (!context.stopped) timer = clock.after(Math.min(devicesEndAt(event) - clock.now(), DAY), readAgain)
    }
    return { set, readAgain }
  }
}
