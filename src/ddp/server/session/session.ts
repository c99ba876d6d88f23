import type { Timer } from '#ddp/timing/clock.ts'
import { type Heartbeat, startHeartbeat } from '#ddp/timing/heartbeat.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { resultText } from '#ddp/wire/encode.ts'
import { readEnvelope } from '#ddp/wire/envelope.ts'
import { DdpError, errorToWire, sanitise } from '#ddp/wire/error.ts'
import type { ClientMessage } from '#ddp/wire/messages.ts'
import { parse } from '#ddp/wire/parse.ts'
import { negotiate } from '#ddp/wire/versions.ts'
import type { DdpConnection } from '../connection.ts'
import type { Invocation } from '../invocation.ts'
import { type RateInput, tooManyRequests } from '../rate-limit.ts'
import type { Task } from '../server-hooks.ts'
import type { Registry, ServerSettings } from '../server-settings.ts'
import type { ServerSocket, SocketInfo } from '../socket.ts'
import { TokenBucket } from '../token-bucket.ts'
import { Intake } from './intake.ts'
import { SessionQueue } from './message-queue.ts'
import { SessionOutbox } from './outbox.ts'
import { SessionSubscriptions } from './session-subscriptions.ts'
import { WriteFence } from './write-fence.ts'

const json = JSON.stringify

/** The session of one client (SPEC.md C, M, S, H), from the opening of its socket to its end. */
export class Session {
  readonly #registry: Registry
  readonly #settings: ServerSettings
  readonly #socket: ServerSocket
  readonly #queue: SessionQueue
  readonly #outbox: SessionOutbox
  readonly #intake: Intake
  /** Replaced and not appended to: an array that grows gets room for sixteen more. */
  #closeCallbacks: readonly (() => void)[] = []
  readonly #onEnd: (session: Session) => void
  /** null: the client has connected */
  #handshake: Timer | null
  readonly connection: DdpConnection
  readonly subscriptions: SessionSubscriptions
  #connected = false
  #closed = false
  #heartbeat: Heartbeat | null = null
  /** The last `setUserId`: the next one starts when it has settled. */
  #userChange: Promise<void> = Promise.resolve()

  constructor(registry: Registry, settings: ServerSettings, socket: ServerSocket, info: SocketInfo, onEnd: (session: Session) => void) {
    this.#registry = registry
    this.#onEnd = onEnd
    this.#settings = settings
    this.#socket = socket
    const { clock, limits } = settings
    const id = settings.randomId()
    const path = [...info.groups, id]
    this.#queue = new SessionQueue({
      inTurn: start => registry.turns.start(path, start),
      report: cause => settings.report(cause),
      onStarted: () => this.#intake.proceed(),
    })
    this.#outbox = new SessionOutbox({
      socket,
      clock,
      limits,
      schedule: (...flush) => registry.schedule(...flush),
      visible: (collection, id) => this.subscriptions.visible(collection, id),
      tooSlow: () => this.#disconnect('Too slow a reader'),
      unsendable: cause => {
        this.#settings.report(cause)
        this.#disconnect('Internal server error')
      },
      onSlow: slow => this.#queue.pause(slow),
      unread: registry.unread,
      path,
    })
    this.#intake = new Intake({
      socket,
      clock,
      bucket: limits.messages === null ? null : new TokenBucket(limits.messages, clock),
      messageSize: limits.messageSize,
      isFull: () => this.#queue.length >= limits.pendingMessages,
      handle: text => this.#receive(text),
      overrun: () => this.#disconnect('Too many messages'),
    })
    this.connection = {
      id,
      clientAddress: info.clientAddress,
      httpHeaders: info.httpHeaders,
      close: () => this.close(),
      onClose: callback => this.#onClose(callback),
    }
    this.subscriptions = new SessionSubscriptions({
      registry,
      settings,
      connection: this.connection,
      outbox: this.#outbox,
      checkRate: name => this.#checkRate('subscription', name),
    })
    this.#handshake = clock.after(limits.handshake, () => this.#disconnect('No connect message'))
    socket.onMessage = text => {
      this.#heartbeat?.onMessage()
      this.#intake.receive(text)
    }
    socket.onClose = () => this.#end('left')
    this.#outbox.control('{"server_id":"0"}')
  }

  get userId(): string | null {
    return this.subscriptions.userId
  }

  /** Closes the session; messages sent before still arrive. */
  close(restart = false): void {
    if (this.#closed) return
    this.#outbox.flush()
    this.#end('closed')
    this.#socket.close(restart)
  }

  /** L9: starts no more tasks, and closes when the running ones have been answered. */
  async drain(): Promise<void> {
    await this.#queue.finish()
    this.close(true)
  }

  #onClose(callback: () => void): void {
    if (this.#closed) callback()
    else this.#closeCallbacks = [...this.#closeCallbacks, callback]
  }

  #disconnect(reason: string): void {
    if (this.#closed) return
    this.#end(reason)
    this.#socket.refuse(reason)
  }

  #end(reason: string): void {
    if (this.#closed) return
    this.#closed = true
    this.#settings.hooks.sessionClosed(reason)
    this.#handshake?.cancel()
    this.#heartbeat?.stop()
    this.#queue.close()
    this.#intake.close()
    this.#outbox.close()
    this.subscriptions.close()
    this.#onEnd(this)
    for (const callback of this.#closeCallbacks) {
      this.#settings.clock.after(0, () => {
        try {
          callback()
        } catch (error) {
          this.#settings.report(error)
        }
      })
    }
  }

  #receive(text: string): void {
    if (text.length > this.#settings.limits.messageSize) return this.#refuseLarge(text)
    const parsed = parse(text)
    if (parsed.kind === 'dropped') return
    if (parsed.kind === 'unreadable') this.#outbox.control(json({ msg: 'error', ...parsed.malformed }))
    else if (!('reason' in parsed.message)) this.#dispatch(parsed.message, parsed.raw)
    else if (this.#connected) this.#outbox.control(json({ msg: 'error', ...parsed.message }))
    else this.#sendError('Must connect first', parsed.raw)
  }

  /** L8: answers a message that is too large to be parsed. */
  #refuseLarge(text: string): void {
    const envelope = this.#connected ? readEnvelope(text) : null
    const error = json(errorToWire(new DdpError(413, 'The request is too large.')))
    const answers =
      envelope?.msg === 'method'
        ? [`{"msg":"updated","methods":[${json(envelope.id)}]}`, `{"msg":"result","id":${json(envelope.id)},"error":${error}}`]
        : envelope?.msg === 'sub'
          ? [`{"msg":"nosub","id":${json(envelope.id)},"error":${error}}`]
          : ['{"msg":"error","reason":"Bad request"}']
    this.#queue.add(async () => {
      for (const answer of answers) this.#outbox.control(answer)
    })
  }

  #sendError(reason: string, offendingMessage: unknown): void {
    this.#outbox.control(json({ msg: 'error', reason, offendingMessage }))
  }

  #dispatch(message: ClientMessage, raw: unknown): void {
    if (message.msg === 'connect') {
      if (this.#connected) this.#sendError('Already connected', raw)
      else this.#connect(message.version, message.support)
      return
    }
    if (!this.#connected) {
      this.#sendError('Must connect first', raw)
      return
    }
    switch (message.msg) {
      case 'ping':
        if (this.#heartbeat === null) this.#sendError('Bad request', raw)
        else this.#outbox.urgent(message.id === undefined ? '{"msg":"pong"}' : `{"msg":"pong","id":${json(message.id)}}`)
        return
      case 'pong':
        if (this.#heartbeat === null) this.#sendError('Bad request', raw)
        return
    }
    switch (message.msg) {
      case 'sub':
        return this.#queue.add(() =>
          this.#settings.hooks.subscription(this.#describeTask(this.#registry.publications, message.name), () =>
            this.subscriptions.subscribe(message.id, message.name, message.params),
          ),
        )
      case 'unsub':
        return this.#queue.add(async () => this.subscriptions.unsubscribe(message.id))
      case 'method':
        return this.#queue.add(unblock =>
          this.#settings.hooks.method(this.#describeTask(this.#registry.methods, message.method), () => this.#runMethod(message, unblock)),
        )
    }
  }

  #describeTask(registered: ReadonlyMap<string, unknown>, name: string): Task {
    const { id, clientAddress } = this.connection
    return { name: registered.has(name) ? name : null, session: id, clientAddress, userId: this.userId }
  }

  #connect(version: unknown, support: unknown): void {
    const { clock, heartbeat } = this.#settings
    const answer = negotiate(version, support)
    if (!answer.ok) {
      this.#outbox.control(`{"msg":"failed","version":${json(answer.version)}}`)
      this.close()
      return
    }
    this.#connected = true
    this.#handshake?.cancel()
    this.#handshake = null
    this.#outbox.control(`{"msg":"connected","session":${json(this.connection.id)}}`)
    if (answer.version !== 'pre1') {
      this.#heartbeat = startHeartbeat({
        clock,
        ...heartbeat,
        sendPing: () => this.#outbox.urgent('{"msg":"ping"}'),
        onTimeout: () => this.#disconnect('Heartbeat timed out'),
        // A client that does not read either may be gone.
        isListening: () => !this.#intake.paused || this.#outbox.slow,
      })
    }
    this.#queue.add(() => this.subscriptions.startUniversals())
  }

  #checkRate(type: RateInput['type'], name: string): DdpError | null {
    const { userId, connection } = this
    try {
      const wait = this.#settings.checkRate({ userId, clientAddress: connection.clientAddress, type, name, connectionId: connection.id })
      return wait === null ? null : tooManyRequests(wait)
    } catch (error) {
      return sanitise(error, cause => this.#settings.report(cause))
    }
  }

  async #runMethod(
    { id, method: name, params, randomSeed }: Extract<ClientMessage, { msg: 'method' }>,
    unblock: () => void,
  ): Promise<DdpError | null> {
    const fence = new WriteFence()
    let unblocked = false
    let closing = false
    let answer = ''
    let failure: DdpError | null = this.#checkRate('method', name)
    const invocation: Invocation = {
      userId: this.userId,
      connection: this.connection,
      isSimulation: false,
      randomSeed,
      fence,
      setUserId: async userId => {
        if (unblocked) throw new Error("Can't call setUserId in a method after calling unblock")
        Object.assign(invocation, { userId })
        const change = this.#userChange.then(() => this.subscriptions.setUserId(userId))
        this.#userChange = change.catch(() => undefined)
        fence.wait(change)
        await change
      },
      unblock: () => {
        unblocked = true
        unblock()
      },
      closeWhenAnswered: () => {
        closing = true
      },
    }
    if (failure === null) {
      try {
        const method = this.#registry.methods.get(name)
        if (method === undefined) throw new DdpError(404, `Method '${name}' not found`)
        answer = resultText(id, (await method(invocation, ...params)) as Ejson)
      } catch (error) {
        failure = sanitise(error, cause => this.#settings.report(cause))
      }
    }
    await fence.settled()
    if (this.#closed) return failure
    this.subscriptions.catchUp()
    this.#outbox.control(`{"msg":"updated","methods":[${json(id)}]}`)
    this.#outbox.control(failure === null ? answer : json({ msg: 'result', id, error: errorToWire(failure) }))
    if (closing) this.close()
    return failure
  }
}
