import type { Clock } from '#ddp/timing/clock.ts'
import { claimCodeUnknown, drawnWithGuest, noGuest } from '#events/contract/errors.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import type { EventAccess } from '../access.ts'
import type { ClaimHook } from '../api.ts'
import { appendEventChanges } from '../append-event-changes.ts'
import { listEventAttempts } from '../attempts/attempt-store.ts'
import { createEventChange } from '../changes.ts'
import { insertLog } from '../log/event-log-store.ts'
import * as store from '../store.ts'
import * as claims from './claim-store.ts'
import { findEntrant, lockEntrant } from './entrant-store.ts'
import { moveUpWaiting } from './wait-list.ts'

/** Lets an account claim a guest's entry with its scores. Methods return change-log entries that are already committed. */
export class GuestClaimsService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #access: EventAccess
  readonly #hooks: ClaimHook[] = []

  constructor({ database, clock, access }: { database: Database; clock: Clock; access: EventAccess }) {
    this.#database = database
    this.#clock = clock
    this.#access = access
  }

  onGuestClaimed(hook: ClaimHook): void {
    this.#hooks.push(hook)
  }

  /** @throws DdpError 403, 404 */
  async getCode(userId: string, eventId: string, entrantId: string): Promise<string> {
    return this.#database.transaction(async tx => {
      await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to play'), userId)
      const entrant = await lockEntrant(tx, eventId, entrantId)
      if (entrant?.userId !== null) throw noGuest()
      return claims.getOrCreateClaimCode(tx, entrantId)
    })
  }

  /** @throws DdpError 404, 409 as events.claim lists them */
  async claim(userId: string, code: string): Promise<{ eventId: string; changes: ChangeLogEntry[] }> {
    const found = await claims.findClaim(this.#database.db, code)
    if (found === null) throw claimCodeUnknown()
    const { eventId } = found
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireVisible(await store.lockEvent(tx, eventId, 'to change'), userId)
      const claim = await claims.findClaim(tx, code)
      if (claim?.claimedBy === userId) return { eventId, changes: [] }
      const guest = claim === null ? null : await lockEntrant(tx, eventId, claim.entrantId)
      if (claim === null || claim.claimedBy !== null || guest?.userId !== null) throw claimCodeUnknown()
      const attempts = (await listEventAttempts(tx, eventId)).filter(({ entrantId }) => entrantId === claim.entrantId)
      const ownEntrantId = await findEntrant(tx, eventId, userId)
      if (ownEntrantId === null) await claims.assignEntry(tx, claim.entrantId, userId)
      else {
        if (await claims.shareRound(tx, eventId, ownEntrantId, claim.entrantId)) throw drawnWithGuest()
        await claims.mergeEntries(tx, eventId, claim.entrantId, ownEntrantId)
      }
      await claims.markClaimed(tx, code, userId)
      await insertLog(tx, {
        eventId,
        by: userId,
        action: 'claimed',
        subject: { kind: 'players', players: [ownEntrantId ?? claim.entrantId] },
      })
      const changes: ChangeLogEntry[] = []
      for (const hook of this.#hooks) changes.push(...(await hook(tx, { userId, eventId, attempts })))
      const moved = await moveUpWaiting(tx, event, this.#clock.now())
      return { eventId, changes: [...changes, ...(await appendEventChanges(tx, eventId, [...moved, createEventChange(eventId)]))] }
    })
  }
}
