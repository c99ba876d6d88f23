import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { ServerSocket } from '../socket.ts'
import type { TokenBucket } from '../token-bucket.ts'
import { append, NONE } from './waiting-list.ts'

export interface IntakeOptions {
  socket: ServerSocket
  clock: Clock
  /** null: messages may come at any rate */
  bucket: TokenBucket | null
  /** characters of an ordinary message; a longer one takes a token for each of its parts of this length */
  messageSize: number
  /** Returns whether the session has as many messages under way as it may have. */
  isFull(): boolean
  handle(text: string): void
  /** The transport went on delivering although it was asked to stop. */
  overrun(): void
}

/**
 * The number of characters that may wait here. A transport that stops reading still delivers what it has read: one chunk of a socket, or the
 * body of one request.
 */
const MAX_WAITING_CHARACTERS = 4_194_304

/**
 * Hands the messages of a client to its session at the pace that the session allows (rule L6). Meanwhile the socket is not read, so the
 * client's own system holds back what it sends, and nothing is lost.
 */
export class Intake {
  readonly #options: IntakeOptions
  #waiting: readonly string[] = NONE
  #waitingCharacters = 0
  #handling = false
  #paused = false
  #closed = false
  #timer: Timer | null = null

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** True while the socket is not read. */
  get paused(): boolean {
    return this.#paused
  }

  receive(text: string): void {
    if (this.#closed) return
    if (this.#waiting.length === 0 && !this.#options.isFull() && this.#take(text)) {
      this.#options.handle(text)
      if (!this.#closed) this.#setPaused(this.#options.isFull())
      return
    }
    this.#waiting = append(this.#waiting, text)
    this.#waitingCharacters += text.length
    if (this.#waitingCharacters > MAX_WAITING_CHARACTERS) return this.#options.overrun()
    this.proceed()
  }

  /** Hands on what may be handled now. Called when fewer messages are under way than before. */
  proceed(): void {
    if (this.#handling || this.#closed) return
    const { isFull, handle } = this.#options
    this.#handling = true
    let taken = 0
    while (taken < this.#waiting.length && !this.#closed && !isFull()) {
      const text = this.#waiting[taken]!
      if (!this.#take(text)) break
      taken++
      this.#waitingCharacters -= text.length
      handle(text)
    }
    this.#handling = false
    if (this.#closed) return
    if (taken > 0) this.#waiting = taken === this.#waiting.length ? NONE : this.#waiting.slice(taken)
    this.#setPaused(this.#waiting.length > 0 || isFull())
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
    this.#waiting = NONE
  }

  /** Takes the tokens of a message. @returns false if it comes too fast: it is tried again later */
  #take(text: string): boolean {
    const { bucket, messageSize, clock } = this.#options
    if (bucket === null || bucket.take(Math.max(1, Math.ceil(text.length / messageSize)))) return true
    this.#timer ??= clock.after(bucket.wait, () => {
      this.#timer = null
      this.proceed()
    })
    return false
  }

  #setPaused(paused: boolean): void {
    if (paused === this.#paused) return
    this.#paused = paused
    this.#options.socket.pause(paused)
  }
}
