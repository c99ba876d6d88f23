import { type Ejson, encode } from '../wire/ejson.ts'
import { DdpError, errorFromWire } from '../wire/error.ts'

export interface CallOptions {
  /** no later call is sent until this one has its result and its data (rule M13) */
  wait?: boolean
  /** if the connection is lost after the call was sent, it fails instead of being sent again (rule M14) */
  noRetry?: boolean
  /** placed at the head of the queue: for logging in again on a new connection */
  first?: boolean
}

interface Call {
  id: string
  name: string
  text: string
  options: CallOptions
  sent: boolean
  updated: boolean
  outcome: { result: Ejson } | { error: DdpError } | null
  resolve(result: Ejson): void
  reject(error: DdpError): void
}

/** The calls that have not settled, in the order in which they are sent (rules M11–M15). */
export class MethodQueue {
  readonly #send: (text: string) => void
  #calls: Call[] = []
  #nextId = 1
  #open = false

  constructor(send: (text: string) => void) {
    this.#send = send
  }

  get size(): number {
    return this.#calls.length
  }

  call(name: string, params: readonly Ejson[], options: CallOptions): { id: string; settled: Promise<Ejson> } {
    const id = String(this.#nextId++)
    const text = JSON.stringify({ msg: 'method', method: name, params: params.map(encode), id })
    const settled = new Promise<Ejson>((resolve, reject) => {
      const call: Call = { id, name, text, options, sent: false, updated: false, outcome: null, resolve, reject }
      if (options.first) this.#calls.unshift(call)
      else this.#calls.push(call)
    })
    this.#sendNext()
    return { id, settled }
  }

  /** Ids of the wait methods at the head of the queue, up to the first call that is no wait method or has its result. */
  waitMethodIds(): string[] {
    const end = this.#calls.findIndex(call => !call.options.wait || call.outcome !== null)
    return this.#calls.slice(0, end < 0 ? this.#calls.length : end).map(call => call.id)
  }

  /** A connection is open: sends all unsettled calls again, in order. */
  onOpened(): void {
    this.#open = true
    this.#sendNext()
  }

  /** The connection is lost. A call that has its result keeps it and settles when the data is complete again. */
  onLost(): void {
    this.#open = false
    for (const call of [...this.#calls]) {
      if (call.sent && call.options.noRetry && call.outcome === null) {
        call.outcome = {
          error: new DdpError(
            'invocation-failed',
            'The connection was lost before this call was answered. It is not known whether it took effect.',
          ),
        }
        call.updated = true
        this.#settle(call)
      }
      call.sent = false
      call.updated = false
    }
  }

  /** The data is complete again after a reconnect: settles the calls that have their result. */
  onDataComplete(): void {
    for (const call of [...this.#calls]) {
      if (call.outcome === null) continue
      call.updated = true
      this.#settle(call)
    }
  }

  /** @returns false if no call waits for a result with this id */
  result(id: string, result: Ejson, error: unknown): boolean {
    const call = this.#calls.find(each => each.id === id)
    if (call === undefined || call.outcome !== null) return false
    call.outcome = error === undefined ? { result } : { error: errorFromWire(error) }
    this.#settle(call)
    return true
  }

  updated(ids: readonly string[]): void {
    for (const id of ids) {
      const call = this.#calls.find(each => each.id === id)
      if (call === undefined) continue
      call.updated = true
      this.#settle(call)
    }
  }

  #settle(call: Call): void {
    if (call.outcome === null || !call.updated) return
    this.#calls = this.#calls.filter(each => each !== call)
    if ('error' in call.outcome) call.reject(call.outcome.error)
    else call.resolve(call.outcome.result)
    this.#sendNext()
  }

  #sendNext(): void {
    if (!this.#open) return
    for (const [place, call] of this.#calls.entries()) {
      if (call.options.wait && place > 0) return
      if (!call.sent && call.outcome === null) {
        call.sent = true
        this.#send(call.text)
      }
      if (call.options.wait) return
    }
  }
}
