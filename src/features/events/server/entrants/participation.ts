import type { Clock } from '#ddp/timing/clock.ts'
import {
  eventFull,
  eventManagersOnly,
  eventNotLive,
  eventOver,
  eventScoreIdUsed,
  guestIdUsed,
  hasScoresInEvent,
  machineNotInEvent,
  machineOutOfOrder,
  noAttemptLeft,
  noEntrant,
  playedInRounds,
  playerOnWaitList,
} from '#events/contract/errors.ts'
import { type EventFormat, scoreRules } from '#events/formats/registry.ts'
import { pinGolfOnly } from '#events/formats/score-format.ts'
import type { Attempt } from '#events/rules/attempt.ts'
import { attemptsLeft } from '#events/rules/attempts.ts'
import { scoreAdmission, stateAt } from '#events/rules/event-state.ts'
import type { Presence } from '#events/rules/presence.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import { fieldError } from '#platform/live/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { EventAccess, EventActor } from '../access.ts'
import type { EventScore } from '../api.ts'
import { appendEventChanges } from '../append-event-changes.ts'
import * as attempts from '../attempts/attempt-store.ts'
import { listVoidWindows } from '../attempts/void-store.ts'
import { createEventChange } from '../changes.ts'
import { fingerprintEvent } from '../event-admin.ts'
import { insertLog } from '../log/event-log-store.ts'
import * as store from '../store.ts'
import * as entrants from './entrant-store.ts'
import { createAdmittedChange, hasFreePlace, moveUpWaiting } from './wait-list.ts'

/** A score that a director enters for an entrant. */
export type EnteredScore = Omit<EventScore, 'at'> & { entrantId: string; playedAt?: Date | undefined }

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

  /** Joining again changes nothing. If the event is full, the user waits for a place. @throws DdpError 404, 409 */
  async join(userId: string, eventId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireVisible(await store.lockEvent(tx, eventId, 'to change'), userId)
      if (this.#isOver(event)) throw eventOver()
      const { id, fresh } = await entrants.ensureEntrant(tx, eventId, userId, { id: uuidv7(), waits: !hasFreePlace(event), bySelf: true })
      return fresh ? appendEventChanges(tx, eventId, [createEventChange(eventId, { kind: 'entrant', entrantId: id })]) : []
    })
  }

  /** Leaving an event that the user is not in changes nothing. @throws DdpError 404, 409 */
  async leave(userId: string, eventId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireVisible(await store.lockEvent(tx, eventId, 'to change'), userId)
      const entrantId = await entrants.findEntrant(tx, eventId, userId)
      if (entrantId === null) return []
      const deleted = await entrants.deleteUnplayedEntrant(tx, eventId, entrantId)
      if (deleted.length === 0) throw hasScoresInEvent()
      return appendEventChanges(tx, eventId, [
        createEventChange(eventId, { kind: 'entrant-left', entrantId }),
        ...(await moveUpWaiting(tx, event, this.#clock.now())),
      ])
    })
  }

  /** @throws DdpError 400, 403, 404, 409 as events.addGuest lists them */
  async addGuest(userId: string, eventId: string, guest: entrants.Guest): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      const { id, name, ifpaNumber } = guest
      if (!(await entrants.insertGuest(tx, eventId, guest))) {
        const existing = await entrants.lockEntrant(tx, eventId, id)
        if (existing?.guestName === name && existing.guestIfpa === ifpaNumber) return []
        throw guestIdUsed()
      }
      await this.#access.checkGuestName(tx, name)
      if (this.#isOver(event)) throw eventOver()
      await insertLog(tx, { eventId, by: userId, action: 'guest', subject: { kind: 'players', players: [id] } })
      return appendEventChanges(tx, eventId, [
        createEventChange(eventId, { kind: 'entrant', entrantId: id }),
        createEventChange(eventId, { kind: 'log' }),
      ])
    })
  }

  /** @throws DdpError 403, 404, 409 as events.presence lists them */
  async setPresence({ userId, byDevice }: EventActor, eventId: string, entrantId: string, presence: Presence): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireVisible(await store.lockEvent(tx, eventId, 'to play'), userId)
      const isOfficial = await this.#access.isScorekeeper(event, userId)
      const entrant = await entrants.lockEntrant(tx, eventId, entrantId)
      const mayPauseSelf = entrant?.userId === userId && entrant.presence !== 'expected' && presence !== 'expected'
      if (!isOfficial && !mayPauseSelf) throw eventManagersOnly()
      if (entrant === null) throw noEntrant()
      if (this.#isOver(event)) throw eventOver()
      const isAdmitted = entrant.waiting && presence === 'here'
      if (entrant.presence === presence && !isAdmitted) return []
      await entrants.setPresence(tx, [entrantId], presence)
      const changes = [isAdmitted ? createAdmittedChange(eventId, entrantId) : createEventChange(eventId, { kind: 'presence' })]
      if (!isOfficial) return appendChanges(tx, changes)
      await insertLog(tx, {
        eventId,
        by: userId,
        byDevice,
        action: 'presence',
        subject: { kind: 'presence', players: [entrantId], presence },
      })
      return appendChanges(tx, [...changes, createEventChange(eventId, { kind: 'log' })])
    })
  }

  /**
   * Sets the presence of several entrants; only those who run the event may.
   * @param entrantIds null: of all who have a place
   * @throws DdpError 403, 404, 409 as events.presence lists them
   */
  async setPresences(
    { userId, byDevice }: EventActor,
    eventId: string,
    entrantIds: readonly string[] | null,
    presence: Presence,
  ): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireScorekeeper(await store.lockEvent(tx, eventId, 'to change'), userId)
      const found = await entrants.listEntrants(tx, eventId, entrantIds ?? undefined)
      if (entrantIds !== null && found.length < new Set(entrantIds).size) throw noEntrant()
      if (this.#isOver(event)) throw eventOver()
      const isAdmitted = ({ waitingSince }: entrants.EntrantRow): boolean => waitingSince !== null && presence === 'here'
      const changed = found.filter(
        each => (entrantIds !== null || each.waitingSince === null) && (each.presence !== presence || isAdmitted(each)),
      )
      if (changed.length === 0) return []
      const ids = changed.map(({ id }) => id)
      await entrants.setPresence(tx, ids, presence)
      await insertLog(tx, { eventId, by: userId, byDevice, action: 'presence', subject: { kind: 'presence', players: ids, presence } })
      const admitted = changed.filter(isAdmitted).map(({ id }) => createAdmittedChange(eventId, id))
      return appendEventChanges(tx, eventId, [
        ...admitted,
        createEventChange(eventId, { kind: 'presence' }),
        createEventChange(eventId, { kind: 'log' }),
      ])
    })
  }

  /** Enters a score for an entrant, usually a guest; only those who run the event may. @throws DdpError 400, 403, 404, 409 as events.enter lists them */
  async enterScore({ userId, byDevice }: EventActor, { playedAt, ...score }: EnteredScore): Promise<ChangeLogEntry[]> {
    const { id, eventId, entrantId } = score
    const fingerprint = fingerprintEvent([score, playedAt])
    const now = this.#clock.now()
    const at = Math.min(playedAt?.getTime() ?? now, now)
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireScorekeeper(await store.lockEvent(tx, eventId, 'to play'), userId)
      if (await attempts.wasEntered(tx, id, eventId, fingerprint)) return []
      const entrant = await entrants.lockEntrant(tx, eventId, entrantId)
      if (entrant === null) throw noEntrant()
      if (entrant.waiting) throw playerOnWaitList()
      const changes = await this.#recordAttempt(tx, event, entrantId, { ...score, at }, fingerprint)
      const machine = (await store.eventMachines(tx, eventId)).find(({ machineId }) => machineId === score.machineId)
      await insertLog(tx, {
        eventId,
        by: userId,
        byDevice,
        action: 'entered',
        subject: { kind: 'score', value: score.value, machine: machine?.name ?? null, players: [entrantId] },
      })
      return appendChanges(tx, [...changes, createEventChange(eventId, { kind: 'log' })])
    })
  }

  /**
   * Records a player's score, in the transaction that writes it. A player who is not in the event yet becomes an entrant.
   * @throws DdpError 400, 404, 409
   */
  async recordScore(tx: Db, userId: string, score: EventScore): Promise<NewChange[]> {
    const event = await this.#access.requireVisible(await store.lockEvent(tx, score.eventId, 'to play'), userId)
    const waits = event.capacity !== null && !(await this.#hasPlaceFor(tx, event, userId))
    const { id: entrantId, fresh, waiting } = await entrants.ensureEntrant(tx, event.id, userId, { id: uuidv7(), waits, bySelf: true })
    if (waiting) throw eventFull()
    const changes = await this.#recordAttempt(tx, event, entrantId, score, '')
    return fresh ? [createEventChange(event.id, { kind: 'entrant', entrantId, addsPlayer: true }), ...changes] : changes
  }

  /** Records an attempt. The caller has locked the entrant, so that two simultaneous scores cannot both use the last attempt. */
  async #recordAttempt(tx: Db, event: store.EventRow, entrantId: string, score: EventScore, fingerprint: string): Promise<NewChange[]> {
    const { id, machineId, value, strokes, at } = score
    const rules = scoreRules(event.format)
    if (rules === null) throw playedInRounds()
    if (strokes !== undefined) checkStrokes(event.format, strokes)
    const admitted = scoreAdmission(event, at, this.#clock.now())
    if (admitted === null) throw eventNotLive()
    const machine = (await store.eventMachines(tx, event.id)).find(each => each.machineId === machineId)
    if (machine === undefined) throw machineNotInEvent()
    if (machine.brokenAt !== null && at >= machine.brokenAt) throw machineOutOfOrder()
    const ownAttempts = await attempts.listEventAttempts(tx, event.id, { entrantId, machineId })
    const attemptsRemaining = attemptsLeft(rules, ownAttempts, await listVoidWindows(tx, event.id))
    if (attemptsRemaining !== null && attemptsRemaining <= 0) throw noAttemptLeft()
    const attempt: Attempt = {
      id,
      entrantId,
      machineId,
      value,
      at,
      pending: score.pending === true || admitted === 'pending',
      ...(strokes === undefined ? {} : { strokes }),
    }
    if (!(await attempts.insertAttempt(tx, event.id, attempt, fingerprint))) throw eventScoreIdUsed()
    return [createEventChange(event.id, { kind: 'attempt', attempt })]
  }

  /**
   * True if the user may play in an event with a limited number of places. Scores of many players are recorded at once, so newcomers come
   * one after the other: two cannot both take the last place.
   */
  async #hasPlaceFor(tx: Db, event: store.EventRow, userId: string): Promise<boolean> {
    if ((await entrants.findEntrant(tx, event.id, userId)) !== null) return true
    await lockUntilCommit(tx, 'newcomers')
    return hasFreePlace((await store.eventById(tx, event.id))!)
  }

  #isOver(event: store.EventRow): boolean {
    const state = stateAt(event, this.#clock.now())
    return state === 'finished' || state === 'cancelled'
  }
}

/** @throws DdpError 400 */
export function checkStrokes(format: EventFormat, strokes: number): void {
  const rules = scoreRules(format)
  const problem = rules === null ? pinGolfOnly : rules.strokesProblem(strokes)
  if (problem !== null) throw fieldError('strokes', problem)
}
