import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { RETRY, retryDelay } from '#ddp/timing/retry.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { eventsResult } from '#events/contract/rounds.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import type { DeviceStore } from '#platform/ui/device-store.ts'

/** A result of a game: its players, first place first, and their places where some are tied. */
export interface GameOrder {
  order: string[]
  places?: number[]
  /** the scores of `order`, null for who has none; left out: none were typed */
  scores?: (number | null)[]
}

/** A result as it was entered, with the game that it is of. `replaces`: what the one who entered it knew and meant to replace. */
export interface EnteredGame extends GameOrder {
  eventId: string
  groupId: string
  /** left out: the first */
  game?: number
  replaces?: GameOrder
  /** in a bracket: the one who entered it has agreed that results of later games go with it */
  reopens?: true
}

/** A result that this device keeps until the server has it. */
export interface WaitingResult {
  /** says who entered it, and for which game. A later entry for the game takes the place of an earlier one. */
  id: string
  entered: EnteredGame
  /** id of the user who entered it, and who alone may send it; null: it was entered on a device that keeps the event's scores */
  userId: string | null
  enteredAt: Date
  /** why the server did not take it. It is sent again only when somebody says so. `earlier`: the result that counts already */
  refusal?: { reason: string; earlier?: GameOrder }
  /** why it was not sent yet, if not for want of a connection */
  problem?: string
}

/** `waiting`: it is kept on this device, and is sent later */
export type ResultOutcome = { state: 'entered' | 'confirmed' | 'waiting' }

/** The connection to the server. */
export interface ResultTransport {
  /** true while calls can be made at all */
  isConnected(): boolean
  /** id of the user who is signed in on a connection that is up; null: none */
  userId(): string | null
  /** the key of this device for an event; null: it has none */
  deviceKey(eventId: string): string | null
  /** Calls a method. Rejects if the connection is lost before the result arrives. */
  call(name: string, params: Ejson[]): Promise<Ejson>
}

export interface ResultQueueOptions {
  store: Pick<DeviceStore<WaitingResult>, 'get' | 'all' | 'put' | 'delete'>
  transport: ResultTransport
  /** Runs one function at a time in all tabs of this browser. */
  withLock: <Answer>(run: () => Promise<Answer>) => Promise<Answer>
  /** Tells the other tabs that something has changed. */
  notifyTabs: () => void
  clock: Clock
  /** 0 ≤ random < 1 */
  random: () => number
}

/** delays between attempts, in ms */
const RETRY_DELAYS = { ...RETRY, base: 2000, quickTries: 0 }

const idOf = (userId: string | null, { groupId, game = 1 }: Pick<EnteredGame, 'groupId' | 'game'>): string =>
  `${userId ?? 'device'} ${groupId} ${game}`

/** True if the same call may succeed later: it was not answered, the server is busy, or the user is not signed in just now. */
const isTemporary = ({ error }: DdpError): boolean =>
  ['invocation-failed', 'offline', 'too-many-requests', 401].includes(error) || (typeof error === 'number' && error >= 500)

/** True if nothing is to be said about an attempt that failed: the reason is the connection, which the page shows. */
const isSilent = ({ error }: DdpError): boolean => ['invocation-failed', 'offline', 401].includes(error)

function readEarlier({ details }: DdpError): GameOrder | undefined {
  const { earlier } = (details ?? {}) as { earlier?: GameOrder }
  if (earlier === undefined) return undefined
  const { order, places, scores } = earlier
  return { order, ...(places === undefined ? {} : { places }), ...(scores === undefined ? {} : { scores }) }
}

/**
 * Results of events on their way to the server. Each is stored on the device before it is sent, so that closing the page loses nothing, and
 * sending one twice changes nothing, because the same result of a game is the same entry. One that is refused stays until somebody decides:
 * it is never sent over another result by itself.
 */
export class ResultQueue {
  readonly #options: ResultQueueOptions
  readonly #listeners = new Set<() => void>()
  /** results that this browser could not store */
  readonly #unstored = new Map<string, WaitingResult>()
  /** ids of results that are being sent for the first time. They are not shown as waiting, because most are there at once. */
  readonly #entering = new Set<string>()
  #items: readonly WaitingResult[] = []
  #timer: Timer | null = null
  #tries = 0

  constructor(options: ResultQueueOptions) {
    this.#options = options
  }

  /** what waits, the oldest first; the same object until something changes */
  readonly items = (): readonly WaitingResult[] => this.#items

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** True if the result survives closing the page. */
  isPersisted(id: string): boolean {
    return !this.#unstored.has(id)
  }

  /**
   * Keeps a result, and sends it if there is a connection.
   * @param userId who enters it; null: a device that keeps the event's scores
   * @throws DdpError the server's refusal; the result then still waits, for somebody to decide
   */
  async enter(userId: string | null, entered: EnteredGame): Promise<ResultOutcome> {
    const item: WaitingResult = { id: idOf(userId, entered), entered, userId, enteredAt: new Date(this.#options.clock.now()) }
    if (!this.#canSend(item)) {
      await this.#put(item)
      return { state: 'waiting' }
    }
    this.#entering.add(item.id)
    try {
      await this.#put(item)
      return await this.#attempt(item.id)
    } finally {
      this.#entering.delete(item.id)
      await this.load()
    }
  }

  /** Sends a refused result again. @param replaces the result that somebody has agreed to replace. @throws DdpError the server's refusal */
  async sendAgain(id: string, replaces?: GameOrder): Promise<ResultOutcome> {
    const item = await this.#get(id)
    if (item === undefined) return { state: 'entered' }
    const { refusal, problem, ...rest } = item
    const entered = replaces === undefined ? rest.entered : { ...rest.entered, replaces }
    const next = { ...rest, entered }
    await this.#put(next)
    return this.#canSend(next) ? this.#attempt(id) : { state: 'waiting' }
  }

  async discard(id: string): Promise<void> {
    this.#unstored.delete(id)
    await this.#options.store.delete(id).catch(() => {})
    await this.#changed()
  }

  /** Forgets what was entered for a game, for example because its dialog still shows it. */
  discardEntry(userId: string | null, entered: EnteredGame): Promise<void> {
    return this.discard(idOf(userId, entered))
  }

  /** Reads what earlier pages and other tabs have left. */
  async load(): Promise<void> {
    const stored = await this.#options.store.all().catch(() => [])
    this.#items = [...stored.filter(({ id }) => !this.#unstored.has(id)), ...this.#unstored.values()]
      .filter(({ id }) => !this.#entering.has(id))
      .sort((a, b) => a.enteredAt.getTime() - b.enteredAt.getTime())
    for (const listener of this.#listeners) listener()
  }

  /** Tries to send at once what waits. Call it when something has changed that may let results through. */
  sendNow(): void {
    this.#tries = 0
    void this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    this.#timer?.cancel()
    this.#timer = null
    await this.load()
    for (const item of this.#items) {
      if (item.refusal !== undefined || !this.#canSend(item)) continue
      // A refusal is shown at the game.
      await this.#attempt(item.id).catch(() => {})
    }
  }

  /** Sends again after a delay, which grows with each attempt until something changes. */
  #sendLater(): void {
    if (this.#timer !== null) return
    const { clock, random } = this.#options
    this.#timer = clock.after(retryDelay(this.#tries++, random(), RETRY_DELAYS), () => void this.#sendAll())
  }

  #canSend({ userId, entered }: WaitingResult): boolean {
    const { transport } = this.#options
    if (!transport.isConnected()) return false
    return userId === null ? transport.deviceKey(entered.eventId) !== null : transport.userId() === userId
  }

  #attempt(id: string): Promise<ResultOutcome> {
    return this.#options.withLock(async () => {
      // Another tab may have sent it meanwhile, or another result may have taken its place.
      const item = await this.#get(id)
      if (item === undefined || item.refusal !== undefined) return { state: 'entered' }
      return this.#send(item)
    })
  }

  async #send(item: WaitingResult): Promise<ResultOutcome> {
    const { transport } = this.#options
    const { entered, userId } = item
    try {
      const argument = { ...entered, ...(userId === null ? { device: transport.deviceKey(entered.eventId)! } : {}) }
      const answer = (await transport.call(eventsResult.name, [argument as unknown as Ejson])) as unknown as ResultOutcome
      await this.#settle(item, null)
      return { state: answer.state }
    } catch (error) {
      const known = error instanceof DdpError ? error : new DdpError(500, errorMessage(error))
      if (isTemporary(known)) {
        await this.#settle(item, isSilent(known) ? item : { ...item, problem: errorMessage(known) })
        this.#sendLater()
        return { state: 'waiting' }
      }
      const earlier = readEarlier(known)
      await this.#settle(item, { ...item, refusal: { reason: errorMessage(known), ...(earlier === undefined ? {} : { earlier }) } })
      throw known
    }
  }

  /** Writes what has become of a result, unless another was entered for its game meanwhile. @param next null: the server has it */
  async #settle(item: WaitingResult, next: WaitingResult | null): Promise<void> {
    const now = await this.#get(item.id)
    if (now === undefined || now.enteredAt.getTime() !== item.enteredAt.getTime()) return
    if (next === null) await this.discard(item.id)
    else await this.#put(next)
  }

  async #get(id: string): Promise<WaitingResult | undefined> {
    return this.#unstored.get(id) ?? (await this.#options.store.get(id).catch(() => undefined))
  }

  async #put(item: WaitingResult): Promise<void> {
    try {
      await this.#options.store.put(item.id, item)
      this.#unstored.delete(item.id)
    } catch {
      this.#unstored.set(item.id, item)
    }
    await this.#changed()
  }

  async #changed(): Promise<void> {
    await this.load()
    this.#options.notifyTabs()
  }
}
