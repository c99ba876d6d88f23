import type { Clock } from '#ddp/timing/clock.ts'
import {
  eventCallIdUsed,
  eventNotBegun,
  gameReplayed,
  noLateScore,
  noMachineInEvent,
  noScoreInEvent,
  noVoid,
  orderEnteredBefore,
  playoffIdUsed,
  ranksDiffer,
  resultUnconfirmed,
  roundUndone,
} from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import type { EarlierResult } from '#events/contract/rounds.ts'
import type { Attempt, VoidWindow } from '#events/rules/attempt.ts'
import { stateAt } from '#events/rules/event-state.ts'
import { isPlayoffOf, tiedWith } from '#events/rules/standings/playoffs.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { fieldError } from '#platform/live/contract.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import type { EventAccess } from '../access.ts'
import type { AttemptAcceptedHook, ScoreRuling } from '../api.ts'
import { createEventChange } from '../changes.ts'
import { findEntrant } from '../entrants/entrant-store.ts'
import { fingerprintEvent } from '../event-admin.ts'
import { insertLog } from '../log/event-log-store.ts'
import { noGame, resultSubject } from '../rounds/result-subject.ts'
import { lockMatchGroup, setGameMachine, setResult } from '../rounds/round-store.ts'
import { loadStandingsWithoutPlayoffs } from '../standings/load-standings.ts'
import { findPlayoff, insertPlayoff, wasPlayedOff } from '../standings/playoff-store.ts'
import * as store from '../store.ts'
import { acceptLateAttempt, deleteAttempts, findEventOfAttempt, listEventAttempts, lockAttempt } from './attempt-store.ts'
import * as voids from './void-store.ts'

export type VoidTarget =
  | { attemptId: string }
  | { machineId: string; from: Date; to: Date }
  | { groupId: string; game?: number | undefined }

/**
 * A director's decisions about attempts, all of which are written to the event's log. Methods return change-log entries that are already
 * committed, except `logScoreRuling`, which works in the caller's transaction.
 */
export class RulingsService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #access: EventAccess
  readonly #acceptedHooks: AttemptAcceptedHook[] = []

  constructor({ database, clock, access }: { database: Database; clock: Clock; access: EventAccess }) {
    this.#database = database
    this.#clock = clock
    this.#access = access
  }

  onAttemptAccepted(hook: AttemptAcceptedHook): void {
    this.#acceptedHooks.push(hook)
  }

  /** @throws DdpError 400, 403, 404, 409 as events.void lists them */
  async void(userId: string, eventId: string, id: string, target: VoidTarget, reason: string): Promise<ChangeLogEntry[]> {
    const fingerprint = fingerprintEvent([target, reason])
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      if (await voids.wasVoided(tx, id, eventId, userId, fingerprint)) return []
      const { row, subject, createChange } = await this.#planVoid(tx, event, target)
      if (!(await voids.insertVoid(tx, { id, eventId, by: userId, fingerprint, ...row }))) throw eventCallIdUsed()
      await insertLog(tx, {
        eventId,
        by: userId,
        action: 'voided',
        subject: reason === '' ? subject : { ...subject, reason },
        voidId: id,
      })
      return appendChanges(tx, [await createChange(id), createEventChange(eventId, { kind: 'log' })])
    })
  }

  /** Undoing again changes nothing. @throws DdpError 403, 404 as events.undo lists them */
  async undo(userId: string, eventId: string, id: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      const existing = await voids.lockVoid(tx, eventId, id)
      if (existing === null) throw noVoid()
      if (existing.undone) return []
      if (existing.game !== null) await this.#restoreGame(tx, eventId, existing.game)
      if (existing.attemptId !== null) await lockAttempt(tx, existing.attemptId)
      await voids.undoVoid(tx, id)
      await insertLog(tx, { eventId, by: userId, action: 'undone', voidId: id })
      const change =
        existing.game !== null
          ? createEventChange(eventId, { kind: 'rounds' })
          : existing.attemptId === null
            ? createEventChange(eventId, { kind: 'window-undone', windowId: id })
            : await createAttemptChange(tx, eventId, existing.attemptId)
      return appendChanges(tx, [change, createEventChange(eventId, { kind: 'log' })])
    })
  }

  /** @throws DdpError 403, 404 as events.decide lists them */
  async decide(userId: string, eventId: string, attemptId: string, accept: boolean): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      const [attempt] = await listEventAttempts(tx, eventId, { id: attemptId })
      if (attempt?.pending !== true) throw noLateScore()
      // The score is locked before its attempt, as when a moderator decides about it.
      const hookChanges: ChangeLogEntry[] = []
      if (accept) for (const hook of this.#acceptedHooks) hookChanges.push(...(await hook(tx, { attemptId, by: userId })))
      if (accept) await acceptLateAttempt(tx, attemptId)
      else await deleteAttempts(tx, [attemptId])
      const subject = await this.#toSubject(tx, eventId, attempt)
      await insertLog(tx, { eventId, by: userId, action: accept ? 'accepted' : 'refused', subject })
      const changes = [await createAttemptChange(tx, eventId, attemptId), createEventChange(eventId, { kind: 'log' })]
      return [...hookChanges, ...(await appendChanges(tx, changes))]
    })
  }

  /**
   * Logs what someone other than the score's player did to the score of an attempt.
   * @returns the change for the change log; none if nothing was logged
   */
  async logScoreRuling(tx: Db, attemptId: string, { by, as }: ScoreRuling): Promise<NewChange[]> {
    const eventId = await findEventOfAttempt(tx, attemptId)
    if (eventId === null) return []
    const [attempt] = await listEventAttempts(tx, eventId, { id: attemptId })
    if (attempt === undefined || (await findEntrant(tx, eventId, by)) === attempt.entrantId) return []
    const subject = { ...(await this.#toSubject(tx, eventId, attempt)), players: [attempt.entrantId], ruling: as }
    await insertLog(tx, { eventId, by, action: 'judged', subject })
    return [createEventChange(eventId, { kind: 'log' })]
  }

  /**
   * Decides a tie that the format leaves open.
   * @param playoff `order`: everybody who shares the rank, the winner first; `replaces`: the order that the caller means to replace
   * @throws DdpError 403, 404, 409 as events.playoff lists them
   */
  async playOff(
    userId: string,
    { id, eventId, order, replaces }: { id: string; eventId: string; order: readonly string[]; replaces?: readonly string[] | undefined },
  ): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      if (await wasPlayedOff(tx, { id, eventId, order })) return []
      const state = stateAt(event, this.#clock.now())
      if (state === 'upcoming' || state === 'cancelled') throw eventNotBegun()
      // Without earlier playoffs, so that a playoff can be entered again.
      const rows = await loadStandingsWithoutPlayoffs(tx, event)
      if (!isPlayoffOf(order, tiedWith(rows, order[0]))) throw ranksDiffer()
      const earlier = await findPlayoff(tx, eventId, order)
      if (earlier !== null) await this.#assertReplaceable(earlier, { order, replaces, userId })
      if (!(await insertPlayoff(tx, { id, eventId, order, by: userId }))) throw playoffIdUsed()
      await insertLog(tx, { eventId, by: userId, action: 'playoff', subject: { kind: 'players', players: [...order] } })
      return appendChanges(tx, [createEventChange(eventId)])
    })
  }

  /** @throws DdpError 409 if somebody else has entered another order, which the caller does not name */
  async #assertReplaceable(
    { order: before, by }: { order: string[]; by: string | null },
    { order, replaces, userId }: { order: readonly string[]; replaces: readonly string[] | undefined; userId: string },
  ): Promise<void> {
    const isSame = (other: readonly string[]): boolean => other.join() === before.join()
    if (isSame(order) || (replaces === undefined ? by === userId : isSame(replaces))) return
    const names = by === null ? null : await this.#access.findNames(by)
    const earlier: EarlierResult = { order: before, ...(names === null ? {} : { by: names }) }
    throw orderEnteredBefore({ earlier: { ...earlier } })
  }

  async #planVoid(tx: Db, event: store.EventRow, target: VoidTarget): Promise<PlannedVoid> {
    if ('attemptId' in target) {
      await lockAttempt(tx, target.attemptId)
      const [attempt] = await listEventAttempts(tx, event.id, { id: target.attemptId })
      if (attempt === undefined) throw noScoreInEvent()
      return {
        row: { attemptId: attempt.id, window: null, game: null },
        subject: await this.#toSubject(tx, event.id, attempt),
        createChange: voidId => createAttemptChange(tx, event.id, attempt.id, voidId),
      }
    }
    if ('groupId' in target) return this.#planVoidGame(tx, event, target.groupId, target.game ?? 1)
    const machine = (await store.eventMachines(tx, event.id)).find(({ machineId }) => machineId === target.machineId)
    if (machine === undefined) throw noMachineInEvent()
    if (target.from >= target.to) throw fieldError('what.to', fieldRule('after-start', 'must come after from'))
    const window: Omit<VoidWindow, 'id'> = { machineId: target.machineId, from: target.from.getTime(), to: target.to.getTime() }
    return {
      row: { attemptId: null, window, game: null },
      subject: { kind: 'window', machine: machine.name, from: target.from.toISOString(), to: target.to.toISOString() },
      createChange: id => createEventChange(event.id, { kind: 'window', window: { id, ...window } }),
    }
  }

  async #planVoidGame(tx: Db, { id: eventId, format }: store.EventRow, groupId: string, number: number): Promise<PlannedVoid> {
    const group = await lockMatchGroup(tx, eventId, groupId)
    const played = group?.games[number - 1]
    if (group === null || played === undefined) throw noGame(group)
    if (!played.confirmed) throw resultUnconfirmed()
    const { machineId, places } = played
    // Who entered the result stays, for when the void is undone.
    await setResult(tx, { groupId, game: number }, { ...played, result: null, places: null, confirmed: false, entries: [] })
    const game = { groupId, game: number, machineId, result: played.result!, places }
    const machines = await store.eventMachines(tx, eventId)
    return {
      row: { attemptId: null, window: null, game },
      subject: resultSubject({ group, game: number, machines }, format, { order: game.result, places }),
      createChange: () => createEventChange(eventId, { kind: 'rounds' }),
    }
  }

  /** @throws DdpError 409 if something else has happened to the game since */
  async #restoreGame(tx: Db, eventId: string, { groupId, game, machineId, result, places }: voids.VoidGame): Promise<void> {
    const played = (await lockMatchGroup(tx, eventId, groupId))?.games[game - 1]
    if (played === undefined) throw roundUndone()
    if (played.result !== null) throw gameReplayed()
    await setGameMachine(tx, { groupId, game }, machineId)
    await setResult(tx, { groupId, game }, { ...played, result, places, confirmed: true, entries: [] })
  }

  async #toSubject(tx: Db, eventId: string, { machineId, value }: Attempt): Promise<Extract<StoredLogSubject, { kind: 'score' }>> {
    const machine = (await store.eventMachines(tx, eventId)).find(each => each.machineId === machineId)
    return { kind: 'score', value, machine: machine?.name ?? null, players: [] }
  }
}

interface PlannedVoid {
  row: Pick<voids.NewVoid, 'attemptId' | 'window' | 'game'>
  subject: Extract<StoredLogSubject, { reason?: string }>
  createChange: (id: string) => NewChange | Promise<NewChange>
}

/** Returns the change with an attempt's current state. @param voidId the void that it has just got */
export async function createAttemptChange(tx: Db, eventId: string, id: string, voidId?: string): Promise<NewChange> {
  const [attempt] = await listEventAttempts(tx, eventId, { id })
  if (attempt === undefined) return createEventChange(eventId, { kind: 'attempt-removed', attemptId: id })
  return createEventChange(eventId, { kind: 'attempt', attempt, ...(voidId === undefined ? {} : { voidId }) })
}
