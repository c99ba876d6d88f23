import { DdpError } from '../../../../ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry } from '../../../../platform/db/change-log/write.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { EventAccess } from '../access.ts'
import type { ClaimPart } from '../api.ts'
import { listEventAttempts } from '../attempts/attempt-store.ts'
import { eventNews } from '../changes.ts'
import { insertLog, named, renameInLog } from '../log/event-log-store.ts'
import * as store from '../store.ts'
import * as claims from './claim-store.ts'
import { findEntrant, lockEntrant } from './entrant-store.ts'

const noCode = (): DdpError => new DdpError(404, 'This code is not known, or somebody else has used it.')

/** Lets an account claim a guest's entry with its scores. Methods return change-log entries that are already committed. */
export class GuestClaimsService {
  readonly #database: Database
  readonly #access: EventAccess
  readonly #parts: ClaimPart[] = []

  constructor({ database, access }: { database: Database; access: EventAccess }) {
    this.#database = database
    this.#access = access
  }

  also(part: ClaimPart): void {
    this.#parts.push(part)
  }

  /** @throws DdpError 403, 404 */
  async code(userId: string, eventId: string, entrantId: string): Promise<string> {
    return this.#database.transaction(async tx => {
      await this.#access.director(await store.lockEvent(tx, eventId, 'to play'), userId)
      const entrant = await lockEntrant(tx, eventId, entrantId)
      if (entrant?.userId !== null) throw new DdpError(404, 'There is no such guest in this event.')
      return claims.findClaimCode(tx, entrantId)
    })
  }

  /** @throws DdpError 404, 409 as events.claim lists them */
  async claim(userId: string, code: string): Promise<{ eventId: string; news: ChangeLogEntry[] }> {
    const known = await claims.findClaim(this.#database.db, code)
    if (known === null) throw noCode()
    const { eventId } = known
    return this.#database.transaction(async tx => {
      await this.#access.player(await store.lockEvent(tx, eventId, 'to change'), userId)
      const claim = await claims.findClaim(tx, code)
      if (claim?.claimedBy === userId) return { eventId, news: [] }
      const guest = claim === null ? null : await lockEntrant(tx, eventId, claim.entrantId)
      if (claim === null || claim.claimedBy !== null || guest?.userId !== null) throw noCode()
      const attempts = (await listEventAttempts(tx, eventId)).filter(({ entrantId }) => entrantId === claim.entrantId)
      const own = await findEntrant(tx, eventId, userId)
      if (own === null) await claims.giveEntry(tx, claim.entrantId, userId)
      else {
        if (await claims.shareRound(tx, eventId, own, claim.entrantId))
          throw new DdpError(409, 'You and this guest were drawn into the same round.')
        await claims.mergeEntries(tx, eventId, claim.entrantId, own)
        await renameInLog(tx, eventId, claim.entrantId, own)
      }
      await claims.markClaimed(tx, code, userId)
      await insertLog(tx, { eventId, by: userId, action: 'claimed', what: named(own ?? claim.entrantId) })
      const news: ChangeLogEntry[] = []
      for (const part of this.#parts) news.push(...(await part(tx, { userId, eventId, attempts })))
      return { eventId, news: [...news, ...(await appendChanges(tx, [eventNews(eventId)]))] }
    })
  }
}
