import { playerDirects } from '#events/contract/errors.ts'
import type { StaffRole } from '#events/rules/staff.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { EventAccess } from '../access.ts'
import { appendEventChanges } from '../append-event-changes.ts'
import { createEventChange } from '../changes.ts'
import { insertLog } from '../log/event-log-store.ts'
import * as store from '../store.ts'

async function saveRole(tx: Db, eventId: string, userId: string, role: StaffRole): Promise<void> {
  await tx
    .insertInto('event_staff')
    .values({ event_id: eventId, user_id: userId, role })
    .onConflict(conflict => conflict.columns(['event_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

async function deleteRole(tx: Db, eventId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('event_staff')
    .where(row => row.and({ event_id: eventId, user_id: userId }))
    .execute()
}

/** Changes who runs an event. Methods return change-log entries that are already committed; the caller publishes them. */
export class EventStaffService {
  readonly #database: Database
  readonly #access: EventAccess

  constructor({ database, access }: { database: Database; access: EventAccess }) {
    this.#database = database
    this.#access = access
  }

  /**
   * Makes another user the event's director. The former one has no part in it any more.
   * @throws DdpError 403, 404 as events.handOver lists them
   */
  async handOver(userId: string, eventId: string, directorId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireOwner(await store.lockEvent(tx, eventId, 'to change'), userId)
      if (event.directorId === directorId) return []
      await this.#access.findPossibleEntrant(event, directorId)
      await store.setDirector(tx, eventId, directorId)
      await deleteRole(tx, eventId, directorId)
      await insertLog(tx, { eventId, by: userId, action: 'handed-over', subject: { kind: 'players', players: [directorId] } })
      return appendEventChanges(tx, eventId, [
        createEventChange(eventId, { kind: 'staff', userId: event.directorId, directs: false, keepsScores: false }),
        createEventChange(eventId, { kind: 'staff', userId: directorId, directs: true, keepsScores: true }),
        createEventChange(eventId),
      ])
    })
  }

  /**
   * Gives a user a part in running the event; null takes it away. Setting the current role again changes nothing.
   * @throws DdpError 403, 404, 409 as events.setStaff lists them
   */
  async setStaff(userId: string, eventId: string, memberId: string, role: StaffRole | null): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      const member = event.staff.find(each => each.userId === memberId)
      if ((member?.role ?? null) === role) return []
      if (role === null) {
        await deleteRole(tx, eventId, memberId)
        await insertLog(tx, { eventId, by: userId, action: 'staff', subject: { kind: 'role', players: [memberId], role } })
      } else {
        await this.#access.findPossibleEntrant(event, memberId)
        if (event.directorId === memberId) throw playerDirects()
        await saveRole(tx, eventId, memberId, role)
        await insertLog(tx, { eventId, by: userId, action: 'staff', subject: { kind: 'role', players: [memberId], role } })
      }
      return appendEventChanges(tx, eventId, [
        createEventChange(eventId, { kind: 'staff', userId: memberId, directs: role === 'co-director', keepsScores: role !== null }),
        createEventChange(eventId, { kind: 'log' }),
      ])
    })
  }
}
