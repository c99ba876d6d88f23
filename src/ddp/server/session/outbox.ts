import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { differenceFrame } from '../diff-fields.ts'
import type { FairShares, Hold } from '../fair-shares.ts'
import { Frame } from '../frame.ts'
import type { ServerSocket } from '../socket.ts'
import { append, NONE } from './waiting-list.ts'

export interface OutboxLimits {
  /** bytes: above it a reader counts as slow, and its data messages are merged until it has caught up */
  slowBytes: number
  /** bytes: a slow reader with more than this buffered is disconnected */
  maxBytes: number
  /** ms between checks of a slow reader */
  slowCheck: number
}

export interface OutboxOptions {
  socket: ServerSocket
  clock: Clock
  limits: OutboxLimits
  /** Calls `flush` soon, once for everything queued until then. @param answers the client waits for it, so it comes before others */
  schedule(outbox: SessionOutbox, answers: boolean): void
  /** the current document as the client should see it; null if it should not have it */
  visible(collection: string, id: string): Fields | null
  tooSlow(): void
  /** a message cannot be encoded, so the client would miss a change */
  unsendable(cause: unknown): void
  /** the reader became slow (true) or has caught up (false) */
  onSlow(slow: boolean): void
  /** what all clients have not taken yet, in bytes */
  unread: FairShares
  /** the groups that the client is in, widest first, and itself */
  path: readonly string[]
}

/** bytes from which on what a client has not taken yet is counted */
const COUNTED_FROM = 4096
/** ms between two looks at a reader that is not slow */
const USUAL_CHECK = 250

interface Missed {
  collection: string
  id: string
  /** the document as it was last sent to the client */
  lastSent: Fields | null
}

/**
 * The outgoing messages of one session (rules L1–L4). The messages of a tick leave in one write. While the reader is slow, each changed
 * document is remembered once, with what the client last knew of it. When the reader has caught up, it gets one difference per document, so
 * that the buffer stays bounded.
 */
export class SessionOutbox {
  readonly #options: OutboxOptions
  #queue: readonly Frame[] = NONE
  /** the subscriptions of a `ready` that comes after the queue and is not encoded yet */
  #readyIds: readonly string[] = NONE
  #scheduled = false
  #scheduledAsAnswer = false
  #missed: Map<string, Missed> | null = null
  #checkTimer: Timer | null = null
  #unread: Hold | null = null
  #closed = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  get slow(): boolean {
    return this.#missed !== null
  }

  data(collection: string, id: string, before: Fields | null, after: Fields | null, frame: Frame | null): void {
    if (this.#missed === null) {
      const message = frame ?? differenceFrame(collection, id, before, after)
      if (message !== null) this.#push(message)
      return
    }
    const key = `${collection}\n${id}`
    const missed = this.#missed.get(key)
    if (missed === undefined) this.#missed.set(key, { collection, id, lastSent: before })
    else if (missed.lastSent === null && after === null) this.#missed.delete(key)
  }

  /** Queues any other message, after the data that came before it. */
  control(text: string | Frame): void {
    this.#sendMissed()
    this.#push(typeof text === 'string' ? new Frame(text) : text, true)
  }

  /** Queues a `ready`, after the data that came before it. Several that follow each other are one message (rule S15). */
  ready(...subscriptionIds: string[]): void {
    this.#sendMissed()
    if (this.#closed || subscriptionIds.length === 0) return
    this.#readyIds = [...this.#readyIds, ...subscriptionIds]
    this.#scheduleFlush(true)
  }

  /** Queues a message that may overtake data. */
  urgent(text: string): void {
    this.#push(new Frame(text), true)
  }

  /** Queues a message that is dropped if the reader is slow. */
  event(frame: Frame): void {
    if (this.#missed === null) this.#push(frame)
  }

  /** @returns the number of frames written */
  flush(): number {
    this.#scheduled = false
    this.#scheduledAsAnswer = false
    this.#encodeReady()
    if (this.#closed || this.#queue.length === 0) return 0
    const { socket, limits } = this.#options
    const frames = this.#queue
    this.#queue = NONE
    try {
      socket.send(frames)
    } catch (error) {
      this.#options.unsendable(error)
      return 0
    }
    if (!this.#countUnread() || (this.slow && socket.buffered > limits.maxBytes)) this.#options.tooSlow()
    else if (socket.buffered > limits.slowBytes) this.#markSlow()
    return frames.length
  }

  close(): void {
    this.#closed = true
    this.#checkTimer?.cancel()
    this.#unread?.end()
    this.#queue = NONE
    this.#readyIds = NONE
    this.#missed = null
  }

  #push(frame: Frame, answers = false): void {
    if (this.#closed) return
    this.#encodeReady()
    this.#queue = append(this.#queue, frame)
    this.#scheduleFlush(answers)
  }

  #encodeReady(): void {
    if (this.#readyIds.length === 0) return
    this.#queue = append(this.#queue, new Frame(JSON.stringify({ msg: 'ready', subs: this.#readyIds })))
    this.#readyIds = NONE
  }

  #scheduleFlush(answers: boolean): void {
    if (this.#scheduled && (this.#scheduledAsAnswer || !answers)) return
    this.#scheduled = true
    this.#scheduledAsAnswer = answers
    this.#options.schedule(this, answers)
  }

  /** Counts what the client has not taken yet. @returns false: it is too much, and nobody has more */
  #countUnread(): boolean {
    const { socket, clock, unread, path } = this.#options
    const bytes = socket.buffered
    if (bytes < COUNTED_FROM) {
      this.#unread?.end()
      this.#unread = null
      return true
    }
    if (this.#unread === null) this.#unread = unread.hold(path, bytes, () => this.#options.tooSlow())
    else if (!this.#unread.resize(bytes)) return false
    this.#checkTimer ??= clock.after(USUAL_CHECK, () => {
      this.#checkTimer = null
      if (!this.#closed && !this.#countUnread()) this.#options.tooSlow()
    })
    return this.#unread !== null
  }

  #markSlow(): void {
    if (this.#closed) return
    if (this.#missed === null) {
      this.#missed = new Map()
      this.#options.onSlow(true)
    }
    this.#checkTimer?.cancel()
    this.#checkTimer = this.#options.clock.after(this.#options.limits.slowCheck, () => {
      this.#checkTimer = null
      if (!this.#countUnread()) this.#options.tooSlow()
      else if (this.#options.socket.buffered > this.#options.limits.slowBytes / 2) this.#markSlow()
      else this.#recover()
    })
  }

  #recover(): void {
    this.#sendMissed()
    this.#missed = null
    this.#options.onSlow(false)
  }

  #sendMissed(): void {
    if (this.#missed === null || this.#missed.size === 0) return
    const missed = this.#missed
    this.#missed = new Map()
    for (const { collection, id, lastSent } of missed.values()) {
      const frame = differenceFrame(collection, id, lastSent, this.#options.visible(collection, id))
      if (frame !== null) this.#push(frame)
    }
  }
}
