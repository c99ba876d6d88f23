import type { LiveState } from './live-state.ts'

/** ms: how often the server is asked whether it is there, and how long it may say nothing */
const PING_EVERY = 20_000
const SILENT_AT_MOST = 45_000
/** ms of the pauses between tries, which double */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 60_000
/** After so many tries that did not connect, the embed asks for its page at each try, for networks and frames that allow no socket. */
const TRIES_WITHOUT_SOCKET = 2

/**
 * Hears by the site's protocol (ddp/SPEC.md) that something which an embed shows has changed. It reads no documents: the embed asks for its
 * page again, which the server has made once for all of its readers. With each connection it tells the server which versions it shows (rule
 * S14), so it is told at once whether it has missed anything.
 */
export class ChangeSocket {
  readonly #read: () => LiveState
  readonly #onChange: () => void
  readonly #onConnection: (isConnected: boolean) => void
  #socket: WebSocket | null = null
  #tries = 0
  /** ids of the subscriptions that the server has not answered on this connection */
  #unanswered = new Set<string>()
  #heardAt = 0
  #pause: ReturnType<typeof setTimeout> | undefined
  #pings: ReturnType<typeof setInterval> | undefined

  /** @param read returns the state of the document as it is shown */
  constructor(read: () => LiveState, onChange: () => void, onConnection: (isConnected: boolean) => void) {
    this.#read = read
    this.#onChange = onChange
    this.#onConnection = onConnection
  }

  /** Connects at once, also while waiting for the next try. */
  open(): void {
    if (this.#socket !== null) return
    clearTimeout(this.#pause)
    let socket: WebSocket
    try {
      socket = new WebSocket(new URL('/websocket', document.baseURI).href.replace(/^http/, 'ws'))
    } catch {
      this.#retry()
      return
    }
    this.#socket = socket
    socket.onopen = () => {
      this.#heardAt = Date.now()
      this.#pings = setInterval(() => this.#ping(), PING_EVERY)
      this.#send({ msg: 'connect', version: '1', support: ['1'] })
      const { subscriptions } = this.#read()
      this.#unanswered = new Set(subscriptions.map((_, index) => String(index)))
      for (const [index, { name, params, version }] of subscriptions.entries())
        this.#send({
          msg: 'sub',
          id: String(index),
          name,
          params: version === null ? params : [...params, { held: version, brief: true }],
        })
    }
    socket.onmessage = ({ data }) => {
      this.#heardAt = Date.now()
      if (socket === this.#socket) this.#receive(JSON.parse(data))
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#retry()
    }
  }

  /** Connects anew, after the pause that follows a lost connection. */
  reopen(): void {
    this.#socket?.close()
    this.#retry()
  }

  #receive(message: { msg?: string; id?: string; collection?: string; subs?: string[] }): void {
    switch (message.msg) {
      case 'connected':
        this.#onConnection(true)
        break
      case 'ready':
        for (const id of message.subs ?? []) this.#unanswered.delete(id)
        // Not before: of what is gone the server says so at each connection, which must become rare.
        if (this.#unanswered.size === 0) this.#tries = 0
        break
      case 'ping':
        this.#send({ msg: 'pong', ...(message.id === undefined ? {} : { id: message.id }) })
        break
      case 'added':
      case 'changed':
      case 'removed':
        if (this.#isShown(message.collection)) this.#onChange()
        break
      case 'nosub':
        // What was shown is gone or not public any more, or the server cannot answer just now: the page says which.
        this.#onChange()
        this.#socket?.close()
        break
    }
  }

  /** The server sends other documents too, such as which build it has. */
  #isShown(collection: string | undefined): boolean {
    return collection === '_held' || this.#read().subscriptions.some(({ collections }) => collections.includes(collection!))
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message))
  }

  #ping(): void {
    if (Date.now() - this.#heardAt > SILENT_AT_MOST) this.reopen()
    else this.#send({ msg: 'ping' })
  }

  #retry(): void {
    this.#socket = null
    clearInterval(this.#pings)
    clearTimeout(this.#pause)
    this.#onConnection(false)
    if (++this.#tries > TRIES_WITHOUT_SOCKET) this.#onChange()
    // The pauses differ, so that the readers of a page do not all come back at once.
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(this.#tries, 10)) * (0.5 + Math.random())
    this.#pause = setTimeout(() => this.open(), pause)
  }
}
