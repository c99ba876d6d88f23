import type { Clock } from '#ddp/timing/clock.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { AddedEntrant, NewEntrant } from '#events/contract/entrants.ts'
import {
  drawnTogether,
  entrantIdUsed,
  eventOver,
  noEntrant,
  onlyGuestsMerge,
  playerHasAccount,
  playerHasPlayed,
} from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { stateAt } from '#events/rules/event-state.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { EventAccess } from '../access.ts'
import { appendEventChanges } from '../append-event-changes.ts'
import { createEventChange } from '../changes.ts'
import { insertLog } from '../log/event-log-store.ts'
import * as store from '../store.ts'
import * as claims from './claim-store.ts'
import * as entrants from './entrant-store.ts'
import { moveUpWaiting } from './wait-list.ts'

/** What a director changes about an entrant; omitted fields stay unchanged. */
export interface EntrantPatch {
  displayName?: string | undefined
  ifpaNumber?: string | null | undefined
  seed?: number | null | undefined
}

/** Lets a director add, rename, remove and merge entrants. Methods return change-log entries that are already committed. */
export class EntrantAdminService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #access: EventAccess

  constructor({ database, clock, access }: { database: Database; clock: Clock; access: EventAccess }) {
    this.#database = database
    this.#clock = clock
    this.#access = access
  }

  /**
   * Adds players with and without accounts. Each entry has its own outcome; one that cannot be added does not hinder the others. A player
   * who is in the event already is found rather than added.
   * @throws DdpError 403, 404, 409 as events.addPlayers lists them
   */
  async addPlayers(
    userId: string,
    eventId: string,
    entries: readonly NewEntrant[],
  ): Promise<{ added: AddedEntrant[]; changes: ChangeLogEntry[] }> {
    return this.#database.transaction(async tx => {
      const event = await this.#lockOpenEvent(tx, userId, eventId)
      const added: AddedEntrant[] = []
      const changes: NewChange[] = []
      for (const entry of entries) {
        try {
          const { entrantId, isNew } = await this.#addPlayer(tx, event, entry)
          added.push({ _id: entry._id, entrantId })
          if (!isNew) continue
          const isUser = 'userId' in entry
          await insertLog(tx, {
            eventId,
            by: userId,
            action: isUser ? 'player' : 'guest',
            subject: { kind: 'players', players: [entrantId] },
          })
          const isTold = isUser && entry.userId !== userId
          changes.push(createEventChange(eventId, { kind: 'entrant', entrantId, ...(isTold ? { notice: 'added' } : {}) }))
        } catch (error) {
          if (!(error instanceof DdpError)) throw error
          added.push({ _id: entry._id, error: error.reason ?? '' })
        }
      }
      if (changes.length === 0) return { added, changes: [] }
      return { added, changes: await appendEventChanges(tx, eventId, [...changes, createEventChange(eventId, { kind: 'log' })]) }
    })
  }

  /** @throws DdpError 403, 404, 409 as events.editEntrant lists them */
  async editEntrant(
    userId: string,
    eventId: string,
    entrantId: string,
    { displayName, ifpaNumber, seed }: EntrantPatch,
  ): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      const entrant = await entrants.lockEntrant(tx, eventId, entrantId)
      if (entrant === null) throw noEntrant()
      const isSeeded = seed !== undefined && seed !== entrant.seed
      if (isSeeded) {
        await entrants.setSeeds(tx, eventId, new Map([[entrantId, seed]]))
        await insertLog(tx, { eventId, by: userId, action: 'seeded', subject: { kind: 'players', players: [entrantId] } })
      }
      if (displayName === undefined && ifpaNumber === undefined)
        return isSeeded ? appendEventChanges(tx, eventId, [createEventChange(eventId)]) : []
      if (entrant.userId !== null) throw playerHasAccount()
      const name = displayName ?? entrant.guestName!
      const ifpa = ifpaNumber === undefined ? entrant.guestIfpa : ifpaNumber
      if (name === entrant.guestName && ifpa === entrant.guestIfpa)
        return isSeeded ? appendEventChanges(tx, eventId, [createEventChange(eventId)]) : []
      if (name !== entrant.guestName) await this.#access.checkGuestName(tx, name)
      await entrants.updateGuest(tx, { id: entrantId, name, ifpaNumber: ifpa })
      const players = [entrantId]
      const isRenamed = name !== entrant.guestName
      const subject: StoredLogSubject = isRenamed ? { kind: 'renamed', name: entrant.guestName!, players } : { kind: 'players', players }
      await insertLog(tx, { eventId, by: userId, action: 'renamed', subject })
      return appendEventChanges(tx, eventId, [createEventChange(eventId)])
    })
  }

  /** Removing an entrant who is no longer in the event changes nothing. @throws DdpError 403, 404, 409 as events.removeEntrant lists them */
  async removeEntrant(userId: string, eventId: string, entrantId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      const [entrant] = await entrants.listEntrants(tx, eventId, [entrantId])
      if (entrant === undefined) return []
      const deleted = await entrants.deleteUnplayedEntrant(tx, eventId, entrantId)
      if (deleted.length === 0) throw playerHasPlayed()
      // The name is written out, because the entrant is gone; a player with an account is not named.
      const subject: StoredLogSubject =
        entrant.userId === null ? { kind: 'name', name: entrant.displayName } : { kind: 'players', players: [entrantId] }
      await insertLog(tx, { eventId, by: userId, action: 'removed', subject })
      return appendEventChanges(tx, eventId, [
        createEventChange(eventId, { kind: 'entrant-left', entrantId }),
        ...(await moveUpWaiting(tx, event, this.#clock.now())),
        createEventChange(eventId, { kind: 'log' }),
      ])
    })
  }

  /**
   * Moves everything that a guest has played to another entrant, and removes the guest.
   * @throws DdpError 403, 404, 409 as events.mergeEntrants lists them
   */
  async mergeEntrants(userId: string, eventId: string, from: string, into: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      const [source, target] = [await entrants.lockEntrant(tx, eventId, from), await entrants.lockEntrant(tx, eventId, into)]
      if (target === null) throw noEntrant()
      if (source === null || from === into) throw noEntrant()
      if (source.userId !== null) throw onlyGuestsMerge()
      if (await claims.shareRound(tx, eventId, from, into)) throw drawnTogether()
      await claims.mergeEntries(tx, eventId, from, into)
      await insertLog(tx, { eventId, by: userId, action: 'merged', subject: { kind: 'merged', name: source.guestName!, players: [into] } })
      return appendEventChanges(tx, eventId, [...(await moveUpWaiting(tx, event, this.#clock.now())), createEventChange(eventId)])
    })
  }

  async #addPlayer(tx: Db, event: store.EventRow, entry: NewEntrant): Promise<{ entrantId: string; isNew: boolean }> {
    if ('userId' in entry) {
      await this.#access.findPossibleEntrant(event, entry.userId)
      // A director's players have a place even if the event is full, and one who waited need not wait any longer.
      const { userId, presence = 'here' } = entry
      const { id, fresh, waiting } = await entrants.ensureEntrant(tx, event.id, userId, { id: uuidv7(), presence, bySelf: false })
      if (waiting) await entrants.setPresence(tx, [id], 'here')
      return { entrantId: id, isNew: fresh || waiting }
    }
    const { _id: guestId, displayName, ifpaNumber = null, presence = 'here' } = entry
    const guest = { id: guestId, name: displayName, ifpaNumber, presence }
    // A guest who is there stays when the call is repeated.
    if ((await entrants.lockEntrant(tx, event.id, guest.id)) === null) await this.#access.checkGuestName(tx, displayName)
    if (await entrants.insertGuest(tx, event.id, guest)) return { entrantId: guest.id, isNew: true }
    const existing = await entrants.lockEntrant(tx, event.id, guest.id)
    if (existing?.guestName === guest.name && existing.guestIfpa === guest.ifpaNumber) return { entrantId: guest.id, isNew: false }
    throw entrantIdUsed()
  }

  async #lockOpenEvent(tx: Db, userId: string, eventId: string): Promise<store.EventRow> {
    const event = await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
    const state = stateAt(event, this.#clock.now())
    if (state === 'finished' || state === 'cancelled') throw eventOver()
    return event
  }
}
