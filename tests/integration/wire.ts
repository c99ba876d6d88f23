import { WebSocket } from 'ws'
import { decode, type Ejson, encode, type Json } from '../../src/ddp/wire/ejson.ts'

export type Message = { msg?: string; [key: string]: unknown }
export type Document = { [field: string]: Ejson }

/** An error object as the server sends it. */
export interface WireError {
  isClientSafe: true
  error: string | number
  reason?: string
  details?: { path: string; message: string }[] & { timeToReset: number }
  message: string
  errorType: string
}

/** Returns an error as the server sends it, with its members in that order. */
export const wireError = (code: number | string, reason: string, details?: unknown) => ({
  isClientSafe: true,
  error: code,
  reason,
  ...(details === undefined ? {} : { details }),
  message: `${reason} [${code}]`,
  errorType: 'Meteor.Error',
})

export type Answer = { result: unknown; error?: undefined } | { error: WireError; result?: undefined }

export interface Sub {
  id: string
  /** null if the subscription became ready */
  error: WireError | null
}

interface Watch {
  check(): boolean
  resolve(): void
  reject(error: Error): void
}

/**
 * A minimal DDP client over a real socket. It sends only what it is told to, keeps every frame, and checks that documents are added,
 * changed and removed in a valid order.
 */
export class Wire {
  /** every text frame that arrived, in order */
  readonly frames: string[] = []
  readonly messages: Message[] = []
  /** violations of the protocol by the server; `documents` throws them */
  readonly faults: string[] = []
  readonly socket: WebSocket
  /** resolves with the close code */
  readonly closed: Promise<number>
  #open = true
  readonly #documents = new Map<string, Map<string, Document>>()
  readonly #watches = new Set<Watch>()
  #ids = 0

  constructor(endpoint: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(endpoint, { headers })
    this.socket.on('message', data => this.#hear(String(data)))
    this.socket.on('error', () => {})
    this.closed = new Promise(resolve => {
      this.socket.on('close', code => {
        this.#open = false
        for (const watch of this.#watches) watch.reject(new Error(`the socket closed (${code})`))
        this.#watches.clear()
        resolve(code)
      })
    })
  }

  /** Connects and completes the DDP handshake. */
  static async open(endpoint: string, headers: Record<string, string> = {}): Promise<Wire> {
    const wire = new Wire(endpoint, headers)
    await new Promise((resolve, reject) => wire.socket.once('open', resolve).once('error', reject))
    wire.send({ msg: 'connect', version: '1', support: ['1'] })
    await wire.message(({ msg }) => msg === 'connected')
    return wire
  }

  send(message: Message | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Sends a method call. @returns its id */
  sendCall(method: string, params: readonly unknown[]): string {
    const id = `m${++this.#ids}`
    this.send({ msg: 'method', method, id, params: encode(params as Ejson) })
    return id
  }

  /** Resolves with the answer to a call, once both `result` and `updated` have arrived. */
  async answer(id: string): Promise<Answer> {
    await this.message(message => message.msg === 'updated' && (message.methods as string[]).includes(id))
    const { error, result } = await this.message(message => message.msg === 'result' && message.id === id)
    return error === undefined ? { result: decode((result ?? null) as Json) } : { error: error as WireError }
  }

  attempt(method: string, ...params: unknown[]): Promise<Answer> {
    return this.answer(this.sendCall(method, params))
  }

  /** Calls a method and returns its result. @throws Error if the server answers with an error */
  async call<T = unknown>(method: string, ...params: unknown[]): Promise<T> {
    const { error, result } = await this.attempt(method, ...params)
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result as T
  }

  /** Calls a method and returns its error. @throws Error if the call succeeds */
  async refusal(method: string, ...params: unknown[]): Promise<WireError> {
    const { error, result } = await this.attempt(method, ...params)
    if (error === undefined) throw new Error(`${method} was not refused: ${JSON.stringify(result)}`)
    return error
  }

  async subscribe(name: string, ...params: unknown[]): Promise<Sub> {
    const id = `s${++this.#ids}`
    this.send({ msg: 'sub', name, id, params: encode(params as Ejson) })
    const said = await this.message(
      message => (message.msg === 'ready' && (message.subs as string[]).includes(id)) || (message.msg === 'nosub' && message.id === id),
    )
    return { id, error: said.msg === 'nosub' ? (said.error as WireError) : null }
  }

  async unsubscribe({ id }: Sub): Promise<void> {
    this.send({ msg: 'unsub', id })
    await this.message(message => message.msg === 'nosub' && message.id === id)
  }

  /** Resolves with the first message that matches, received already or later. @param from index of the first message that counts */
  async message(passes: (message: Message) => boolean, from = 0): Promise<Message> {
    let at = from
    let found: Message | undefined
    await this.until(() => {
      for (; found === undefined && at < this.messages.length; at++) if (passes(this.messages[at]!)) found = this.messages[at]
      return found !== undefined
    })
    return found!
  }

  /** Resolves when `check` returns true. It is called now and after each message. */
  until(check: () => boolean): Promise<void> {
    if (check()) return Promise.resolve()
    if (!this.#open) return Promise.reject(new Error('the socket is closed'))
    return new Promise((resolve, reject) => this.#watches.add({ check, resolve, reject }))
  }

  /** Returns the documents of a collection that the client has now, by id. @throws Error if the server has violated the protocol */
  documents(collection: string): ReadonlyMap<string, Document> {
    if (this.faults.length > 0) throw new Error(this.faults.join('\n'))
    return this.#documents.get(collection) ?? new Map()
  }

  /** Returns the ids of a collection's documents, sorted by `compare`. */
  idsBy(collection: string, compare: (a: Document, b: Document) => number): string[] {
    return [...this.documents(collection)].sort(([, a], [, b]) => compare(a, b)).map(([id]) => id)
  }

  close(): Promise<number> {
    this.socket.close()
    return this.closed
  }

  /** Terminates the socket without a closing handshake. */
  kill(): Promise<number> {
    this.socket.terminate()
    return this.closed
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as Message
    this.frames.push(text)
    this.messages.push(message)
    if (message.msg === 'ping') this.send(message.id === undefined ? { msg: 'pong' } : { msg: 'pong', id: message.id })
    if (typeof message.collection === 'string') this.#keep(message.collection, message)
    for (const watch of [...this.#watches]) {
      if (!watch.check()) continue
      this.#watches.delete(watch)
      watch.resolve()
    }
  }

  #keep(collection: string, { msg, id, fields, cleared }: Message): void {
    const documents = this.#documents.get(collection) ?? new Map<string, Document>()
    this.#documents.set(collection, documents)
    const key = String(id)
    const before = documents.get(key)
    if ((msg === 'added') === (before !== undefined)) this.faults.push(`${msg} ${collection}/${key} out of turn`)
    if (msg === 'removed') documents.delete(key)
    else {
      const after = { ...before, ...(decode((fields ?? {}) as Json) as Document) }
      for (const field of (cleared ?? []) as string[]) delete after[field]
      documents.set(key, after)
    }
  }
}
