import { WebSocket } from 'ws'
import { decode, type Ejson, encode, type Json } from '#ddp/wire/ejson.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import { loadErrors } from '../../contracts/all.ts'

export type Message = { msg?: string; [key: string]: unknown }
export type Document = { [field: string]: Ejson }

/** An error object as the server sends it. */
export interface MeteorError {
  isClientSafe: true
  error: string | number
  reason?: string
  details?: { path: string; message: string }[] & { timeToReset: number }
  message: string
  errorType: string
}

const declaredErrors = [signInFirst, ...(await loadErrors())].map(declared => declared())

/** Returns an error as the server sends it, with its members in that order. @param details default: those of the contracts */
export const meteorError = (
  code: number | string,
  reason: string,
  details: unknown = declaredErrors.find(each => each.error === code && each.reason === reason)?.details,
) => ({
  isClientSafe: true,
  error: code,
  reason,
  ...(details === undefined ? {} : { details }),
  message: `${reason} [${code}]`,
  errorType: 'Meteor.Error',
})

export type CallOutcome = { result: unknown; error?: undefined } | { error: MeteorError; result?: undefined }

export interface SubscriptionOutcome {
  id: string
  /** null if the subscription became ready */
  error: MeteorError | null
}

interface Waiter {
  check(): boolean
  resolve(): void
  reject(error: Error): void
}

/**
 * A minimal DDP client over a real socket. It sends only what it is told to, keeps every frame, and checks that documents are added,
 * changed and removed in a valid order.
 */
export class DdpTestClient {
  /** every text frame that arrived, in order */
  readonly frames: string[] = []
  readonly messages: Message[] = []
  /** violations of the protocol by the server; `documents` throws them */
  readonly protocolViolations: string[] = []
  readonly socket: WebSocket
  /** resolves with the close code */
  readonly closed: Promise<number>
  #open = true
  readonly #documents = new Map<string, Map<string, Document>>()
  readonly #waiters = new Set<Waiter>()
  #lastId = 0
  /** for each call that was sent, how many messages had arrived before: its answer is none of these */
  readonly #arrivedBefore = new Map<string, number>()

  constructor(endpoint: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(endpoint, { headers })
    this.socket.on('message', data => this.#receive(String(data)))
    this.socket.on('error', () => {})
    this.closed = new Promise(resolve => {
      this.socket.on('close', code => {
        this.#open = false
        for (const waiter of this.#waiters) waiter.reject(new Error(`the socket closed (${code})`))
        this.#waiters.clear()
        resolve(code)
      })
    })
  }

  /** Connects and completes the DDP handshake. */
  static async open(endpoint: string, headers: Record<string, string> = {}): Promise<DdpTestClient> {
    const client = new DdpTestClient(endpoint, headers)
    await new Promise((resolve, reject) => client.socket.once('open', resolve).once('error', reject))
    client.send({ msg: 'connect', version: '1', support: ['1'] })
    await client.waitForMessage(({ msg }) => msg === 'connected')
    return client
  }

  send(message: Message | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Sends a method call. @returns its id */
  sendCall(method: string, params: readonly unknown[]): string {
    const id = `m${++this.#lastId}`
    this.#arrivedBefore.set(id, this.messages.length)
    this.send({ msg: 'method', method, id, params: encode(params as Ejson) })
    return id
  }

  /** Resolves with the answer to a call, once both `result` and `updated` have arrived. */
  async waitForOutcome(id: string): Promise<CallOutcome> {
    const from = this.#arrivedBefore.get(id) ?? 0
    await this.waitForMessage(message => message.msg === 'updated' && (message.methods as string[]).includes(id), from)
    const { error, result } = await this.waitForMessage(message => message.msg === 'result' && message.id === id, from)
    return error === undefined ? { result: decode((result ?? null) as Json) } : { error: error as MeteorError }
  }

  tryCall(method: string, ...params: unknown[]): Promise<CallOutcome> {
    return this.waitForOutcome(this.sendCall(method, params))
  }

  /** Calls a method and returns its result. @throws Error if the server answers with an error */
  async call<T = unknown>(method: string, ...params: unknown[]): Promise<T> {
    const { error, result } = await this.tryCall(method, ...params)
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result as T
  }

  /** Calls a method and returns its error. @throws Error if the call succeeds */
  async expectError(method: string, ...params: unknown[]): Promise<MeteorError> {
    const { error, result } = await this.tryCall(method, ...params)
    if (error === undefined) throw new Error(`${method} was not refused: ${JSON.stringify(result)}`)
    return error
  }

  async subscribe(name: string, ...params: unknown[]): Promise<SubscriptionOutcome> {
    const id = `s${++this.#lastId}`
    const from = this.messages.length
    this.send({ msg: 'sub', name, id, params: encode(params as Ejson) })
    const response = await this.waitForMessage(
      message => (message.msg === 'ready' && (message.subs as string[]).includes(id)) || (message.msg === 'nosub' && message.id === id),
      from,
    )
    return { id, error: response.msg === 'nosub' ? (response.error as MeteorError) : null }
  }

  async unsubscribe({ id }: SubscriptionOutcome): Promise<void> {
    const from = this.messages.length
    this.send({ msg: 'unsub', id })
    await this.waitForMessage(message => message.msg === 'nosub' && message.id === id, from)
  }

  /** Resolves with the first message that matches, received already or later. @param from index of the first message that counts */
  async waitForMessage(matches: (message: Message) => boolean, from = 0): Promise<Message> {
    let at = from
    let found: Message | undefined
    await this.waitUntil(() => {
      for (; found === undefined && at < this.messages.length; at++) if (matches(this.messages[at]!)) found = this.messages[at]
      return found !== undefined
    })
    return found!
  }

  /** Resolves when `check` returns true. It is called now and after each message. */
  waitUntil(check: () => boolean): Promise<void> {
    if (check()) return Promise.resolve()
    if (!this.#open) return Promise.reject(new Error('the socket is closed'))
    return new Promise((resolve, reject) => this.#waiters.add({ check, resolve, reject }))
  }

  /** Returns the documents of a collection that the client has now, by id. @throws Error if the server has violated the protocol */
  documents(collection: string): ReadonlyMap<string, Document> {
    if (this.protocolViolations.length > 0) throw new Error(this.protocolViolations.join('\n'))
    return this.#documents.get(collection) ?? new Map()
  }

  /** Returns the ids of a collection's documents, sorted by `compare`. */
  sortedIds(collection: string, compare: (a: Document, b: Document) => number): string[] {
    return [...this.documents(collection)].sort(([, a], [, b]) => compare(a, b)).map(([id]) => id)
  }

  close(): Promise<number> {
    this.socket.close()
    return this.closed
  }

  /** Terminates the socket without a closing handshake. */
  terminate(): Promise<number> {
    this.socket.terminate()
    return this.closed
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Message
    this.frames.push(text)
    this.messages.push(message)
    if (message.msg === 'ping') this.send(message.id === undefined ? { msg: 'pong' } : { msg: 'pong', id: message.id })
    if (typeof message.collection === 'string') this.#applyDocumentMessage(message.collection, message)
    for (const waiter of [...this.#waiters]) {
      if (!waiter.check()) continue
      this.#waiters.delete(waiter)
      waiter.resolve()
    }
  }

  #applyDocumentMessage(collection: string, { msg, id, fields, cleared }: Message): void {
    const documents = this.#documents.get(collection) ?? new Map<string, Document>()
    this.#documents.set(collection, documents)
    const key = String(id)
    const before = documents.get(key)
    if ((msg === 'added') === (before !== undefined)) this.protocolViolations.push(`${msg} ${collection}/${key} out of turn`)
    if (msg === 'removed') documents.delete(key)
    else {
      const after = { ...before, ...(decode((fields ?? {}) as Json) as Document) }
      for (const field of (cleared ?? []) as string[]) delete after[field]
      documents.set(key, after)
    }
  }
}
