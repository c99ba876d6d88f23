import type { Clock } from '../../../ddp/timing/clock.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { type FeedEntry, type News, writeFeed } from '../../../platform/db/feed/write.ts'
import { uuidv7 } from '../../../platform/id.ts'
import { invalid } from '../../../platform/live/contract.ts'
import { type Attempt, attemptsLeft } from '../rules/attempts.ts'
import { type EventFormat, isRoundFormat } from '../rules/format.ts'
import { admission, stateAt } from '../rules/state.ts'
import type { Access } from './access.ts'
import { fingerprintOf } from './directing.ts'
import type { EventScore } from './door.ts'
import { insertLog } from './log-store.ts'
import { eventNews } from './news.ts'
import * as store from './store.ts'

const isOver = (): DdpError => new DdpError(409, 'This event is over.')

/** A score that a director types for an entrant. */
export type Entered = Omit<EventScore, 'at'> & { entrantId: string; playedAt?: Date | undefined }

/** Who plays in events, and with what scores. What the verbs return is committed, but for those that take a transaction. */
export class Playing {
  readonly #database: Database
  readonly #clock: Clock
  readonly #access: Access

  constructor({ database, clock, access }: { database: Database; clock: Clock; access: Access }) {
    this.#database = database
    this.#clock = clock
    this.#access = access
  }

  /** Joining again changes nothing. @throws DdpError 404, 409 */
  async join(userId: string, eventId: string): Promise<FeedEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.player(await store.lockEvent(tx, eventId, 'to play'), userId)
      if (this.#over(event)) throw isOver()
      const { id, fresh } = await store.enterPlayer(tx, eventId, userId, uuidv7())
      return fresh ? writeFeed(tx, [eventNews(eventId, { kind: 'entrant', entrantId: id })]) : []
    })
  }

  /** Leaving an event that one is not in changes nothing. @throws DdpError 404, 409 */
  async leave(userId: string, eventId: string): Promise<FeedEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#access.player(await store.lockEvent(tx, eventId, 'to play'), userId)
      const left = await store.deleteEntrant(tx, eventId, userId)
      if (left.length === 0 && (await store.isEntrant(tx, eventId, userId))) throw new DdpError(409, 'You have scores in this event.')
      return writeFeed(
        tx,
        left.map(entrantId => eventNews(eventId, { kind: 'entrant-left', entrantId })),
      )
    })
  }

  /** @throws DdpError 403, 404, 409 as events.addGuest lists them */
  async addGuest(userId: string, eventId: string, id: string, name: string): Promise<FeedEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      if (!(await store.insertGuest(tx, eventId, id, name))) {
        if ((await store.lockEntrant(tx, eventId, id))?.guestName === name) return []
        throw new DdpError(409, 'This id was used for another guest.')
      }
      if (this.#over(event)) throw isOver()
      await insertLog(tx, { eventId, by: userId, action: 'guest', what: name })
      return writeFeed(tx, [eventNews(eventId, { kind: 'entrant', entrantId: id })])
    })
  }

  /** A director types it for an entrant, a guest above all. @throws DdpError 400, 403, 404, 409 as events.enter lists them */
  async enter(userId: string, { playedAt, ...given }: Entered): Promise<FeedEntry[]> {
    const { id, eventId, entrantId } = given
    const fingerprint = fingerprintOf([given, playedAt])
    const now = this.#clock.now()
    const at = Math.min(playedAt?.getTime() ?? now, now)
    return this.#database.transaction(async tx => {
      const event = await this.#access.director(await store.lockEvent(tx, eventId, 'to play'), userId)
      if (await store.wasEntered(tx, id, eventId, fingerprint)) return []
      if ((await store.lockEntrant(tx, eventId, entrantId)) === null) throw new DdpError(404, 'There is no such player in this event.')
      return writeFeed(tx, await this.#record(tx, event, entrantId, { ...given, at }, fingerprint))
    })
  }

  /** A player's score, in the transaction that writes it: who is not in the event yet enters it. @throws DdpError 400, 404, 409 */
  async score(tx: Db, userId: string, given: EventScore): Promise<News[]> {
    const event = await this.#access.player(await store.lockEvent(tx, given.eventId, 'to play'), userId)
    const { id: entrantId, fresh } = await store.enterPlayer(tx, event.id, userId, uuidv7())
    const news = await this.#record(tx, event, entrantId, given, '')
    return fresh ? [eventNews(event.id, { kind: 'entrant', entrantId }), ...news] : news
  }

  /** The entrant is held, so that two scores at once do not both take the last attempt. */
  async #record(tx: Db, event: store.EventRow, entrantId: string, given: EventScore, fingerprint: string): Promise<News[]> {
    const { id, machineId, value, strokes, at } = given
    const { format } = event
    if (isRoundFormat(format)) throw new DdpError(409, 'This event is played in rounds.')
    if (strokes !== undefined) checkStrokes(format, strokes)
    const admitted = admission(event, at, this.#clock.now())
    if (admitted === null) throw new DdpError(409, 'This event is not live.')
    if (!event.machineIds.includes(machineId)) throw new DdpError(409, 'This machine is not part of the event.')
    const own = await store.attemptsOf(tx, event.id, { entrantId, machineId })
    const left = attemptsLeft(format, own, await store.windowsOf(tx, event.id))
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
    if (!(await store.insertAttempt(tx, event.id, attempt, fingerprint))) throw new DdpError(409, 'This id was used for another score.')
    return [eventNews(event.id, { kind: 'attempt', attempt })]
  }

  #over(event: store.EventRow): boolean {
    const state = stateAt(event, this.#clock.now())
    return state === 'finished' || state === 'cancelled'
  }
}

/** @throws DdpError 400 */
export function checkStrokes(format: EventFormat, strokes: number): void {
  if (format.kind !== 'pin-golf') throw invalid('strokes', 'belongs to pin-golf events only')
  if (strokes > format.balls) throw invalid('strokes', 'must be one of the balls')
}
