import { DdpError } from '../../../../ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../../platform/db/change-log/write.ts'
import type { Database, Db } from '../../../../platform/db/database.ts'
import { fieldError } from '../../../../platform/live/contract.ts'
import type { Attempt, VoidWindow } from '../../rules/attempt.ts'
import type { EventAccess } from '../access.ts'
import type { RuledScore } from '../api.ts'
import { eventNews } from '../changes.ts'
import { findEntrant } from '../entrants/entrant-store.ts'
import { fingerprintEvent } from '../event-admin.ts'
import { insertLog, named } from '../log/event-log-store.ts'
import * as store from '../store.ts'
import { acceptLate, deleteAttempts, eventOfAttempt, listEventAttempts } from './attempt-store.ts'
import * as voids from './void-store.ts'

export type Voided = { attemptId: string } | { machineId: string; from: Date; to: Date }

/**
 * A director's decisions about attempts, all of which are written to the event's log. Methods return change-log entries that are already
 * committed, except `log`, which works in the caller's transaction.
 */
export class RulingsService {
  readonly #database: Database
  readonly #access: EventAccess

  constructor({ database, access }: { database: Database; access: EventAccess }) {
    this.#database = database
    this.#access = access
  }

  /** @throws DdpError 400, 403, 404, 409 as events.void lists them */
  async void(userId: string, eventId: string, id: string, what: Voided, reason: string): Promise<ChangeLogEntry[]> {
    const fingerprint = fingerprintEvent([what, reason])
    return this.#database.transaction(async tx => {
      const event = await this.#access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      if (await voids.wasVoided(tx, id, eventId, userId, fingerprint)) return []
      const { row, words, news } = await this.#plan(tx, event, what)
      if (!(await voids.insertVoid(tx, { id, eventId, by: userId, fingerprint, ...row })))
        throw new DdpError(409, 'This id was used for something else.')
      await insertLog(tx, { eventId, by: userId, action: 'voided', what: reason === '' ? words : `${words}: ${reason}`, voidId: id })
      return appendChanges(tx, [await news(id), eventNews(eventId, { kind: 'log' })])
    })
  }

  /** Undoing again changes nothing. @throws DdpError 403, 404 as events.undo lists them */
  async undo(userId: string, eventId: string, id: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      const made = await voids.lockVoid(tx, eventId, id)
      if (made === null) throw new DdpError(404, 'There is no such void.')
      if (made.undone) return []
      await voids.undoVoid(tx, id)
      await insertLog(tx, { eventId, by: userId, action: 'undone', voidId: id })
      const news =
        made.attemptId === null
          ? eventNews(eventId, { kind: 'window-undone', windowId: id })
          : await attemptNews(tx, eventId, made.attemptId)
      return appendChanges(tx, [news, eventNews(eventId, { kind: 'log' })])
    })
  }

  /** @throws DdpError 403, 404 as events.decide lists them */
  async decide(userId: string, eventId: string, attemptId: string, accept: boolean): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      const [attempt] = await listEventAttempts(tx, eventId, { id: attemptId })
      if (attempt?.pending !== true) throw new DdpError(404, 'There is no such late score.')
      if (accept) await acceptLate(tx, attemptId)
      else await deleteAttempts(tx, [attemptId])
      const what = await this.#words(tx, eventId, attempt)
      await insertLog(tx, { eventId, by: userId, action: accept ? 'accepted' : 'refused', what })
      return appendChanges(tx, [await attemptNews(tx, eventId, attemptId), eventNews(eventId, { kind: 'log' })])
    })
  }

  /**
   * Logs what someone other than the score's player did to the score of an attempt.
   * @returns the change for the change log; none if nothing was logged
   */
  async log(tx: Db, attemptId: string, { by, as }: RuledScore): Promise<NewChange[]> {
    const eventId = await eventOfAttempt(tx, attemptId)
    if (eventId === null) return []
    const [attempt] = await listEventAttempts(tx, eventId, { id: attemptId })
    if (attempt === undefined || (await findEntrant(tx, eventId, by)) === attempt.entrantId) return []
    const what = `${await this.#words(tx, eventId, attempt)} by ${named(attempt.entrantId)}: ${as}`
    await insertLog(tx, { eventId, by, action: 'judged', what })
    return [eventNews(eventId, { kind: 'log' })]
  }

  async #plan(
    tx: Db,
    event: store.EventRow,
    what: Voided,
  ): Promise<{ row: Pick<voids.NewVoid, 'attemptId' | 'window'>; words: string; news: (id: string) => NewChange | Promise<NewChange> }> {
    if ('attemptId' in what) {
      const [attempt] = await listEventAttempts(tx, event.id, { id: what.attemptId })
      if (attempt === undefined) throw new DdpError(404, 'There is no such score in this event.')
      return {
        row: { attemptId: attempt.id, window: null },
        words: await this.#words(tx, event.id, attempt),
        news: () => attemptNews(tx, event.id, attempt.id),
      }
    }
    const machine = (await store.eventMachines(tx, event.id)).find(({ machineId }) => machineId === what.machineId)
    if (machine === undefined) throw new DdpError(404, 'There is no such machine in this event.')
    if (what.from >= what.to) throw fieldError('what.to', 'must come after from')
    const window: Omit<VoidWindow, 'id'> = { machineId: what.machineId, from: what.from.getTime(), to: what.to.getTime() }
    return {
      row: { attemptId: null, window },
      words: `${machine.name} from ${what.from.toISOString()} to ${what.to.toISOString()}`,
      news: id => eventNews(event.id, { kind: 'window', window: { id, ...window } }),
    }
  }

  async #words(tx: Db, eventId: string, { machineId, value }: Attempt): Promise<string> {
    const machine = (await store.eventMachines(tx, eventId)).find(each => each.machineId === machineId)
    return `${value.toLocaleString('en-US')} on ${machine?.name ?? 'a machine'}`
  }
}

/** Returns the change with an attempt's current state. */
export async function attemptNews(tx: Db, eventId: string, id: string): Promise<NewChange> {
  const [attempt] = await listEventAttempts(tx, eventId, { id })
  return eventNews(eventId, attempt === undefined ? { kind: 'attempt-removed', attemptId: id } : { kind: 'attempt', attempt })
}
