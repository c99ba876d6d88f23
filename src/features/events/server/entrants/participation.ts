import type { Clock } from '../../../../ddp/timing/clock.ts'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../../platform/db/change-log/write.ts'
import type { Database, Db } from '../../../../platform/db/database.ts'
import { fieldError } from '../../../../platform/live/contract.ts'
import { codedError } from '../../../../platform/live/error-code.ts'
import { uuidv7 } from '../../../../platform/uuid.ts'
import type { Presence } from '../../contract/documents.ts'
import { type EventFormat, scoreRules } from '../../formats/registry.ts'
import type { Attempt } from '../../rules/attempt.ts'
import { attemptsLeft } from '../../rules/attempts.ts'
import { admission, stateAt } from '../../rules/event-state.ts'
import type { EventAccess } from '../access.ts'
import type { EventScore } from '../api.ts'
import * as attempts from '../attempts/attempt-store.ts'
import { listVoidWindows } from '../attempts/void-store.ts'
import { eventNews } from '../changes.ts'
import { fingerprintEvent } from '../event-admin.ts'
import { insertLog, named } from '../log/event-log-store.ts'
import * as store from '../store.ts'
import * as entrants from './entrant-store.ts'

const noEntrant = (): DdpError => new DdpError(404, 'There is no such player in this event.')
const isOver = (): DdpError => new DdpError(409, 'This event is over.')

/** A score that a director enters for an entrant. */
export type Entered = Omit<EventScore, 'at'> & { entrantId: string; playedAt?: Date | undefined }

/**
 * Manages entrants and records their scores. Methods return change-log entries that are already committed, except those that take a
 * transaction.
 */
export class ParticipationService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #access: EventAccess

  constructor({ database, clock, access }: { database: Database; clock: Clock; access: EventAccess }) {
    this.#database = database
    this.#clock = clock
    this.#access = access
  }

  /** Joining again changes nothing. @throws DdpError 404, 409 */
  async join(userId: string, eventId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.player(await store.lockEvent(tx, eventId, 'to play'), userId)
      if (this.#over(event)) throw isOver()
      const { id, fresh } = await entrants.enterPlayer(tx, eventId, userId, uuidv7())
      return fresh ? appendChanges(tx, [eventNews(eventId, { kind: 'entrant', entrantId: id })]) : []
    })
  }

  /** Leaving an event that the user is not in changes nothing. @throws DdpError 404, 409 */
  async leave(userId: string, eventId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#access.player(await store.lockEvent(tx, eventId, 'to play'), userId)
      const left = await entrants.deleteEntrant(tx, eventId, userId)
      if (left.length === 0 && (await entrants.findEntrant(tx, eventId, userId)) !== null)
        throw new DdpError(409, 'You have scores in this event.')
      return appendChanges(
        tx,
        left.map(entrantId => eventNews(eventId, { kind: 'entrant-left', entrantId })),
      )
    })
  }

  /** @throws DdpError 403, 404, 409 as events.addGuest lists them */
  async addGuest(userId: string, eventId: string, guest: entrants.Guest): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      const { id, name, ifpaNumber } = guest
      if (!(await entrants.insertGuest(tx, eventId, guest))) {
        const known = await entrants.lockEntrant(tx, eventId, id)
        if (known?.guestName === name && known.guestIfpa === ifpaNumber) return []
        throw new DdpError(409, 'This id was used for another guest.')
      }
      if (this.#over(event)) throw isOver()
      await insertLog(tx, { eventId, by: userId, action: 'guest', what: named(id) })
      return appendChanges(tx, [eventNews(eventId, { kind: 'entrant', entrantId: id }), eventNews(eventId, { kind: 'log' })])
    })
  }

  /** @throws DdpError 403, 404, 409 as events.presence lists them */
  async presence(userId: string, eventId: string, entrantId: string, presence: Presence): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.player(await store.lockEvent(tx, eventId, 'to play'), userId)
      const directs = await this.#access.directs(event, userId)
      const entrant = await entrants.lockEntrant(tx, eventId, entrantId)
      const mayBreak = entrant?.userId === userId && entrant.presence !== 'expected' && presence !== 'expected'
      if (!directs && !mayBreak) throw new DdpError(403, 'Only the director of the event may do this.')
      if (entrant === null) throw noEntrant()
      if (this.#over(event)) throw isOver()
      if (entrant.presence === presence) return []
      await entrants.setPresence(tx, entrantId, presence)
      const news = [eventNews(eventId, { kind: 'presence' })]
      if (!directs) return appendChanges(tx, news)
      await insertLog(tx, { eventId, by: userId, action: 'presence', what: `${named(entrantId)}: ${presence}` })
      return appendChanges(tx, [...news, eventNews(eventId, { kind: 'log' })])
    })
  }

  /** Enters a score for an entrant, usually a guest; only directors may. @throws DdpError 400, 403, 404, 409 as events.enter lists them */
  async enter(userId: string, { playedAt, ...given }: Entered): Promise<ChangeLogEntry[]> {
    const { id, eventId, entrantId } = given
    const fingerprint = fingerprintEvent([given, playedAt])
    const now = this.#clock.now()
    const at = Math.min(playedAt?.getTime() ?? now, now)
    return this.#database.transaction(async tx => {
      const event = await this.#access.director(await store.lockEvent(tx, eventId, 'to play'), userId)
      if (await attempts.wasEntered(tx, id, eventId, fingerprint)) return []
      const entrant = await entrants.lockEntrant(tx, eventId, entrantId)
      if (entrant === null) throw noEntrant()
      const news = await this.#record(tx, event, entrantId, { ...given, at }, fingerprint)
      const machine = (await store.eventMachines(tx, eventId)).find(({ machineId }) => machineId === given.machineId)
      const what = `${given.value.toLocaleString('en-US')} on ${machine?.name ?? 'a machine'} for ${named(entrantId)}`
      await insertLog(tx, { eventId, by: userId, action: 'entered', what })
      return appendChanges(tx, [...news, eventNews(eventId, { kind: 'log' })])
    })
  }

  /**
   * Records a player's score, in the transaction that writes it. A player who is not in the event yet becomes an entrant.
   * @throws DdpError 400, 404, 409
   */
  async score(tx: Db, userId: string, given: EventScore): Promise<NewChange[]> {
    const event = await this.#access.player(await store.lockEvent(tx, given.eventId, 'to play'), userId)
    const { id: entrantId, fresh } = await entrants.enterPlayer(tx, event.id, userId, uuidv7())
    const news = await this.#record(tx, event, entrantId, given, '')
    return fresh ? [eventNews(event.id, { kind: 'entrant', entrantId }), ...news] : news
  }

  /** Records an attempt. The caller has locked the entrant, so that two simultaneous scores cannot both use the last attempt. */
  async #record(tx: Db, event: store.EventRow, entrantId: string, given: EventScore, fingerprint: string): Promise<NewChange[]> {
    const { id, machineId, value, strokes, at } = given
    const rules = scoreRules(event.format)
    if (rules === null) throw new DdpError(409, 'This event is played in rounds.')
    if (strokes !== undefined) checkStrokes(event.format, strokes)
    const admitted = admission(event, at, this.#clock.now())
    if (admitted === null) throw new DdpError(409, 'This event is not live.')
    const machine = (await store.eventMachines(tx, event.id)).find(each => each.machineId === machineId)
    if (machine === undefined) throw new DdpError(409, 'This machine is not part of the event.')
    if (machine.brokenAt !== null && at >= machine.brokenAt) throw new DdpError(409, 'This machine is out of order.')
    const own = await attempts.listEventAttempts(tx, event.id, { entrantId, machineId })
    const left = attemptsLeft(rules, own, await listVoidWindows(tx, event.id))
    if (left !== null && left <= 0) throw new DdpError(409, 'No attempt is left on this machine.')
    const attempt: Attempt = {
      id,
      entrantId,
      machineId,
      value,
      at,
      pending: admitted === 'pending',
      ...(strokes === undefined ? {} : { strokes }),
    }
    if (!(await attempts.insertAttempt(tx, event.id, attempt, fingerprint)))
      throw codedError(409, 'This id was used for another score.', 'id-used')
    return [eventNews(event.id, { kind: 'attempt', attempt })]
  }

  #over(event: store.EventRow): boolean {
    const state = stateAt(event, this.#clock.now())
    return state === 'finished' || state === 'cancelled'
  }
}

/** @throws DdpError 400 */
export function checkStrokes(format: EventFormat, strokes: number): void {
  const rules = scoreRules(format)
  const problem = rules === null ? 'belongs to pin-golf events only' : rules.strokesProblem(strokes)
  if (problem !== null) throw fieldError('strokes', problem)
}
