import { connect, type Socket } from 'node:net'
import type { Clock } from '#ddp/timing/clock.ts'
import { isPrivateAddress } from './private-address.ts'

/** ms that a board has to answer. It has one thread, and is slow while a game is played. */
const TIMEOUT_MS = 10_000
/** requests at a time to all boards together; a board gets one at a time */
const AT_ONCE = 4
/** bytes of an answer's head */
const MAX_HEAD = 1024
/** requests that wait; more are not made */
const MOST_WAITING = 500

/** What a board is asked over HTTP. Nothing here changes a board. */
export type BoardPath = '/api/game/name' | '/api/game/status'

/** bytes of an answer's text that are read */
const MAX_BYTES: Readonly<Record<BoardPath, number>> = { '/api/game/name': 1024, '/api/game/status': 4096 }

interface Question {
  address: string
  path: BoardPath
  answer(text: string | null): void
}

/** Asks machine boards over HTTP, few at a time, at addresses of private networks alone. */
export class BoardRequests {
  readonly #clock: Clock
  readonly #port: number
  readonly #asked = new Set<string>()
  readonly #waiting: Question[] = []
  readonly #sockets = new Set<Socket>()
  #isClosed = false

  /** @param port that boards answer at: 80 */
  constructor(clock: Clock, port: number) {
    this.#clock = clock
    this.#port = port
  }

  /** @returns the answer's text; null: there was none, or it was no success, or too long */
  ask(address: string, path: BoardPath): Promise<string | null> {
    if (!isPrivateAddress(address) || this.#waiting.length >= MOST_WAITING || this.#isClosed) return Promise.resolve(null)
    return new Promise(answer => {
      this.#waiting.push({ address, path, answer })
      this.#next()
    })
  }

  /** Ends what is under way. */
  close(): void {
    this.#isClosed = true
    for (const socket of this.#sockets) socket.destroy()
    for (const { answer } of this.#waiting.splice(0)) answer(null)
  }

  #next(): void {
    while (this.#asked.size < AT_ONCE) {
      const place = this.#waiting.findIndex(({ address }) => !this.#asked.has(address))
      if (place < 0) return
      const [{ address, path, answer }] = this.#waiting.splice(place, 1) as [Question]
      this.#asked.add(address)
      void this.#get(address, path).then(text => {
        this.#asked.delete(address)
        answer(text)
        this.#next()
      })
    }
  }

  /** Not with Node's client: a board counts letters instead of bytes in `Content-Length`, which that one takes for an error. */
  #get(address: string, path: BoardPath): Promise<string | null> {
    return new Promise(resolve => {
      const chunks: Buffer[] = []
      let bytes = 0
      const socket = connect({ host: address, port: this.#port })
      this.#sockets.add(socket)
      const timer = this.#clock.after(TIMEOUT_MS, () => socket.destroy())
      const end = (text: string | null): void => {
        timer.cancel()
        this.#sockets.delete(socket)
        socket.destroy()
        resolve(text)
      }
      socket.on('data', chunk => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > MAX_HEAD + MAX_BYTES[path]) end(null)
      })
      // A board closes each connection after its answer.
      socket.on('end', () => end(textOf(Buffer.concat(chunks).toString(), MAX_BYTES[path])))
      socket.on('error', () => end(null))
      socket.on('close', () => end(null))
      socket.write(`GET ${path} HTTP/1.0\r\nHost: ${address}\r\nConnection: close\r\n\r\n`)
    })
  }
}

/** Returns the text of an answer; null: it is no success, or too long */
function textOf(answer: string, most: number): string | null {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const text = rest.join('\r\n\r\n')
  return /^HTTP\/1\.[01] 200\b/.test(head) && rest.length > 0 && text.length <= most ? text : null
}
