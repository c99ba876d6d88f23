import { randomBytes } from 'node:crypto'
import type { Clock } from '#ddp/timing/clock.ts'
import { checkInCodeUnknown, eventOver } from '#events/contract/errors.ts'
import { stateAt } from '#events/rules/event-state.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { EventAccess } from '../access.ts'
import { appendEventChanges } from '../append-event-changes.ts'
import { createEventChange } from '../changes.ts'
import * as store from '../store.ts'
import { ensureEntrant, lockEntrant, setPresence } from './entrant-store.ts'
import { hasFreePlace } from './wait-list.ts'

/** Returns the id of the event that a check-in code belongs to; null: of none. */
export async function findEventByCheckInCode(db: Db, code: string): Promise<string | null> {
  const event = await db.selectFrom('events').select('id').where('check_in_code', '=', code).executeTakeFirst()
  return event?.id ?? null
}

/** Lets players check themselves in by a code that is shown where the event is played. */
export class CheckInService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #access: EventAccess

  constructor({ database, clock, access }: { database: Database; clock: Clock; access: EventAccess }) {
    this.#database = database
    this.#clock = clock
    this.#access = access
  }

  /** Returns the code (128 random bits), which stays the same. @throws DdpError 403, 404 */
  async getCode(userId: string, eventId: string): Promise<string> {
    return this.#database.transaction(async tx => {
      await this.#access.requireScorekeeper(await store.lockEvent(tx, eventId, 'to change'), userId)
      const { check_in_code: existing } = await tx
        .selectFrom('events')
        .select('check_in_code')
        .where('id', '=', eventId)
        .executeTakeFirstOrThrow()
      if (existing !== null) return existing
      const code = randomBytes(16).toString('base64url')
      await tx.updateTable('events').set({ check_in_code: code }).where('id', '=', eventId).execute()
      return code
    })
  }

  /**
   * Checks the user in, who becomes an entrant if need be. If the event is full, the user waits for a place instead.
   * @returns change-log entries that are already committed
   * @throws DdpError 404, 409 as events.checkIn lists them
   */
  async checkIn(userId: string, code: string): Promise<{ eventId: string; waiting: boolean; changes: ChangeLogEntry[] }> {
    const eventId = await findEventByCheckInCode(this.#database.db, code)
    if (eventId === null) throw checkInCodeUnknown()
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireVisible(await store.lockEvent(tx, eventId, 'to change'), userId)
      const state = stateAt(event, this.#clock.now())
      if (state === 'finished' || state === 'cancelled') throw eventOver()
      const waitsIfNew = !hasFreePlace(event)
      const { id, fresh } = await ensureEntrant(tx, eventId, userId, { id: uuidv7(), waits: waitsIfNew, bySelf: true })
      const { waiting, presence } = (await lockEntrant(tx, eventId, id))!
      const changes: NewChange[] = fresh ? [createEventChange(eventId, { kind: 'entrant', entrantId: id })] : []
      if (!waiting && presence !== 'here') {
        await setPresence(tx, [id], 'here')
        changes.push(createEventChange(eventId, { kind: 'presence' }))
      }
      return { eventId, waiting, changes: await appendEventChanges(tx, eventId, changes) }
    })
  }
}
