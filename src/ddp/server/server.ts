import type { Ejson, Fields } from '../wire/ejson.ts'
import { DdpError, sanitise } from '../wire/error.ts'
import type { DdpConnection } from './connection.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { FairShares } from './fair-shares.ts'
import type { Method } from './invocation.ts'
import { callPlainly, type PlainCaller, PlainConnection } from './plain-call.ts'
import { tooManyRequests } from './rate-limit.ts'
import { ResultSet } from './result-set.ts'
import { noHooks } from './server-hooks.ts'
import {
  DEFAULT_HEARTBEAT,
  DEFAULT_LIMITS,
  DEFAULT_OBSERVERS_PER_TURN,
  DEFAULT_STARTS_PER_TURN,
  type RegisteredPublication,
  type Registry,
  type ServerSettings,
} from './server-settings.ts'
import type { SessionOutbox } from './session/outbox.ts'
import { Session } from './session/session.ts'
import type { ServerSocket, SocketInfo } from './socket.ts'
import { StartTurns } from './start-turns.ts'
import { type Publication, Subscription } from './subscription.ts'
import { type VentContext, type VentEndpoint, Vents, ventFrame } from './vent.ts'

/** The documents of one subscription at one moment, for a server-rendered page. */
export interface SubscriptionSnapshot {
  name: string
  params: Ejson[]
  /** see ResultSet.version; null if the subscription ended with an error */
  version: string | null
  documents: { collection: string; id: string; fields: Fields }[]
  error: unknown
  /** the result sets that the documents came from, with their revision at that moment */
  sets: { set: ResultSet; revision: number }[]
}

/** A DDP server without a network: a transport passes its sockets to `accept`. */
export class DdpServer {
  readonly #methods = new Map<string, Method>()
  readonly #publications = new Map<string, RegisteredPublication>()
  readonly #universals: Publication[] = []
  readonly #vents = new Vents()
  readonly #sessions = new Set<Session>()
  readonly #settings: ServerSettings
  readonly #registry: Registry
  readonly #deliveries: DeliveryQueue
  /** The outboxes to be flushed, in two lists: those with an answer or another message that somebody waits for, and the others. */
  #answering: SessionOutbox[] = []
  #due: SessionOutbox[] = []
  #flushing = false

  constructor(settings: Partial<ServerSettings> & Pick<ServerSettings, 'clock' | 'randomId' | 'hash' | 'soon' | 'report'>) {
    this.#settings = {
      checkRate: () => null,
      heartbeat: DEFAULT_HEARTBEAT,
      limits: DEFAULT_LIMITS,
      hooks: noHooks,
      unreadBytes: () => Number.POSITIVE_INFINITY,
      observersPerTurn: DEFAULT_OBSERVERS_PER_TURN,
      startsPerTurn: DEFAULT_STARTS_PER_TURN,
      ...settings,
    }
    this.#deliveries = new DeliveryQueue(this.#settings)
    this.#registry = {
      methods: this.#methods,
      publications: this.#publications,
      universals: this.#universals,
      unread: new FairShares({ capacity: this.#settings.unreadBytes }),
      schedule: (outbox, answers) => this.#schedule(outbox, answers),
      turns: new StartTurns(this.#settings),
    }
  }

  /** The names that clients can call and subscribe to, vent endpoints included; universal publications have no name. */
  get names(): { methods: string[]; publications: string[] } {
    return { methods: [...this.#methods.keys()], publications: [...this.#publications.keys()] }
  }

  get sessions(): number {
    return this.#sessions.size
  }

  /** The number of open subscriptions, by publication. */
  get subscriptions(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const session of this.#sessions) for (const name of session.subscriptions.names()) counts.set(name, (counts.get(name) ?? 0) + 1)
    return counts
  }

  /** @throws Error if there already is a method of that name */
  method(name: string, method: Method): void {
    if (this.#methods.has(name)) throw new Error(`A method named '${name}' is already defined`)
    this.#methods.set(name, method)
  }

  /**
   * @param name null: universal (rule S8)
   * @param options.heldVersions true if a last parameter `{ held }` is a version (rule S12) and not passed to the handler
   * @throws Error if there already is a publication or vent endpoint of that name
   */
  publish(name: string | null, handler: Publication, options: { heldVersions?: boolean } = {}): void {
    if (name === null) this.#universals.push(handler)
    else this.#register(name, { handler, heldVersions: options.heldVersions ?? false })
  }

  /** Returns an empty result set, to be published to any number of sessions. */
  resultSet(): ResultSet {
    return new ResultSet(this.#deliveries)
  }

  /** Registers a vent endpoint, a named realtime channel (rules V1–V6). */
  vent(name: string, endpoint: VentEndpoint): void {
    this.#register(name, {
      heldVersions: false,
      handler: async (publishing, ventId, ...args) => {
        const on: VentContext['on'] = (channel, handler) => {
          const send = (event: unknown): void => {
            try {
              const frame = ventFrame(String(ventId), name, handler(event as never))
              if (frame !== null) publishing.event(frame)
            } catch (error) {
              this.#settings.report(error)
            }
          }
          publishing.onStop(this.#vents.listen(channel, send))
        }
        await endpoint({ userId: publishing.userId, publishing, on }, ...args)
        publishing.ready()
      },
    })
  }

  /** False: no client of this process listens to the channel, so its events need not be made. */
  hasVentListeners(channel: string): boolean {
    return this.#vents.hasListeners(channel)
  }

  /** Sends an event to every listener of a channel in this process. */
  emit(channel: string, event: unknown): void {
    this.#vents.emit(channel, event)
  }

  /** Starts a session on a socket that has just opened. */
  accept(socket: ServerSocket, info: SocketInfo): Session {
    const session = new Session(this.#registry, this.#settings, socket, info, ended => this.#sessions.delete(ended))
    this.#sessions.add(session)
    this.#settings.hooks.sessionOpened()
    return session
  }

  /** Returns what these subscriptions would send to a visitor who is not signed in, for rendering. Each is stopped before this resolves. */
  async snapshot(requests: readonly { name: string; params: Ejson[] }[]): Promise<SubscriptionSnapshot[]> {
    return Promise.all(requests.map(({ name, params }) => this.#snapshot(name, params, null)))
  }

  /** Calls a method without a session. @throws DdpError */
  call(name: string, params: readonly Ejson[], caller: PlainCaller): Promise<Ejson> {
    return callPlainly(this.#settings, this.#methods.get(name), { name, params, caller })
  }

  /** Returns what one subscription would send to a caller without a session. It counts for the caller's limits. @throws DdpError */
  async read(name: string, params: Ejson[], caller: PlainCaller): Promise<SubscriptionSnapshot> {
    const { randomId, checkRate, hooks } = this.#settings
    const connection = new PlainConnection(randomId(), caller)
    const { userId, clientAddress } = caller
    const wait = checkRate({ userId, clientAddress, type: 'subscription', name, connectionId: connection.id })
    if (wait !== null) throw tooManyRequests(wait)
    let snapshot: SubscriptionSnapshot | null = null
    await hooks.subscription({ name, session: connection.id, clientAddress, userId }, async () => {
      snapshot = await this.#snapshot(name, params, { userId, connection })
      return snapshot.error instanceof DdpError ? snapshot.error : null
    })
    connection.close()
    const { error } = snapshot!
    if (error !== null) throw sanitise(error, cause => this.#settings.report(cause))
    return snapshot!
  }

  /** @param reader null: the rendering of a page for everybody */
  async #snapshot(
    name: string,
    params: Ejson[],
    reader: { userId: string | null; connection: DdpConnection } | null,
  ): Promise<SubscriptionSnapshot> {
    const publication = this.#publications.get(name)
    if (publication === undefined) throw new Error(`There is no publication named '${name}'`)
    return new Promise((resolve, reject) => {
      const settle = (subscription: Subscription, error: unknown): void => {
        const { sets } = subscription
        const sources = sets.map(set => ({ set, revision: set.revision }))
        const documents = sets.flatMap(set => [...set.entries()].map(({ collection, id, fields }) => ({ collection, id, fields })))
        const version = error === null ? subscription.version(this.#settings.hash) : null
        subscription.deactivate()
        resolve({ name, params, version, documents: error === null ? documents : [], error, sets: sources })
      }
      const subscription = new Subscription({
        host: {
          userId: reader?.userId ?? null,
          connection: reader?.connection ?? null,
          box: () => null,
          onReady: sub => settle(sub, null),
          onEnded: settle,
          event: () => {},
          report: this.#settings.report,
        },
        id: '',
        name,
        params,
        publication: publication.handler,
        buffering: true,
      })
      subscription.run().catch(reject)
    })
  }

  /**
   * L9: closes all sessions, evenly over `spread` ms, each when its running tasks have been answered. Resolves when all have closed, or
   * after `timeout` ms.
   */
  async drain(spread: number, timeout: number): Promise<void> {
    const { clock } = this.#settings
    const sessions = [...this.#sessions]
    // Each timer starts after the one before has fired: with one timer per session, a delayed event loop would close many sessions at once.
    const closeOneByOne = async (): Promise<void> => {
      const closing: Promise<void>[] = []
      for (const session of sessions) {
        if (closing.length > 0) await new Promise<void>(resolve => void clock.after(spread / sessions.length, resolve))
        closing.push(session.drain())
      }
      await Promise.all(closing)
    }
    await new Promise<void>(resolve => {
      const timer = clock.after(timeout, resolve)
      void closeOneByOne().then(() => {
        timer.cancel()
        resolve()
      })
    })
  }

  /** Closes every session; messages sent before still arrive. @param restart the clients should connect again, perhaps to another node */
  close(restart = false): void {
    this.#deliveries.close()
    for (const session of [...this.#sessions]) session.close(restart)
  }

  #register(name: string, registered: RegisteredPublication): void {
    if (this.#publications.has(name)) throw new Error(`A publication named '${name}' is already defined`)
    this.#publications.set(name, registered)
  }

  #schedule(outbox: SessionOutbox, answers: boolean): void {
    if (answers) this.#answering.push(outbox)
    else this.#due.push(outbox)
    if (this.#flushing) return
    this.#flushing = true
    this.#settings.soon(() => this.#flush())
  }

  /** Flushes all that answer, and some of the others: when events go to many sessions, other messages come in between (rule L10). */
  #flush(): void {
    const outboxes = [...this.#answering, ...this.#due.splice(0, this.#settings.observersPerTurn)]
    this.#answering = []
    let frames = 0
    for (const outbox of outboxes) frames += outbox.flush()
    this.#settings.hooks.framesWritten(frames)
    this.#flushing = this.#answering.length + this.#due.length > 0
    if (this.#flushing) this.#settings.soon(() => this.#flush())
  }
}
