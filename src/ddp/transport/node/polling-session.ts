import type { ServerResponse } from 'node:http'
import type { Frame } from '#ddp/server/frame.ts'
import type { ServerSocket } from '#ddp/server/socket.ts'
import type { Admitted } from './admission.ts'
import { quotedBytes } from './ws-frame.ts'

/** ms between two heartbeat frames `h` while nothing else is sent */
const HEARTBEAT_MS = 25_000
/** ms that a session waits for its client's next request */
const REQUEST_TIMEOUT_MS = 5000
/** ms it waits at most after a long answer: DDP gives a client up after 30 s of silence */
const MAX_REQUEST_TIMEOUT_MS = 30_000
/** bytes per ms of a slow connection: the wait after a long answer grows with it, since a proxy may buffer what the client still reads */
const SLOW_BYTES_PER_MS = 8
/** bytes after which an answer ends */
const MAX_ANSWER_BYTES = 131_072
/** ms that an abusive client has to read the reason before it is disconnected */
const TERMINATE_AFTER_MS = 250
/** ms that the answer to a send request waits for its messages to be read */
const MAX_HELD_MS = 20_000
/** the number of send requests without a message that may follow one another */
const MAX_EMPTY_REQUESTS = 100
/** the number of send requests at the same time; well-behaved clients wait for one answer before they send the next request */
const MAX_SEND_REQUESTS = 4

/** Browsers pass a streamed answer on to the page only after this many bytes. */
const PRELUDE = `${'h'.repeat(2048)}\n`

export const closeFrame = (code: number, reason: string): string => `c${JSON.stringify([code, reason])}\n`

interface Receiver {
  response: ServerResponse
  streaming: boolean
  /** bytes */
  written: number
}

/** Tracks one `xhr_send` request while its body is read. */
export interface SendRequest {
  /** @returns false if the bodies of the session's requests are too long together */
  take(bytes: number): boolean
  done(): void
}

export interface PollingSessionOptions {
  admitted: Admitted
  /** the limit for all request bodies that are being read at the same time, in bytes */
  bodyBytes: number
  /** called when the session has ended and no request can belong to it any more */
  onEnd(): void
}

/**
 * A SockJS session without WebSocket. The client receives through one request at a time and sends through others (rules T10–T17). Between
 * two requests messages wait here and count as buffered, so that a slow poller is treated like any other slow reader.
 */
export class PollingSession implements ServerSocket {
  onMessage: (text: string) => void = () => {}
  onClose: () => void = () => {}
  readonly #options: PollingSessionOptions
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #receiver: Receiver | null = null
  /** answers that have been ended here but not yet delivered */
  readonly #endingAnswers = new Set<ServerResponse>()
  #openFrameSent = false
  #flushing = false
  /** the frame that answers every further request; null: the session is open */
  #closed: string | null = null
  #ended = false
  /** fires the next heartbeat, or ends the session */
  #timer: NodeJS.Timeout | undefined
  #emptyRequests = 0
  #sendRequests = 0
  #sendBytes = 0
  #paused = false
  #resumed: (() => void)[] = []

  constructor(options: PollingSessionOptions) {
    this.#options = options
  }

  get open(): boolean {
    return this.#closed === null
  }

  get buffered(): number {
    let bytes = this.#waitingBytes + (this.#receiver?.response.writableLength ?? 0)
    for (const response of this.#endingAnswers) bytes += response.writableLength
    return bytes
  }

  send(frames: readonly Frame[]): void {
    if (this.#closed !== null) return
    for (const frame of frames) {
      const bytes = quotedBytes(frame)
      this.#waiting.push(bytes)
      this.#waitingBytes += bytes.length
    }
    if (this.#flushing) return
    this.#flushing = true
    queueMicrotask(() => {
      this.#flushing = false
      this.#flush()
    })
  }

  pause(paused: boolean): void {
    this.#paused = paused
    if (!paused) for (const resolve of this.#resumed.splice(0)) resolve()
  }

  /** Resolves when the session reads again what its client sends, has ended, or after `MAX_HELD_MS`. */
  async untilRead(): Promise<void> {
    if (!this.#paused || !this.open) return
    await new Promise<void>(resolve => {
      this.#resumed.push(resolve)
      setTimeout(resolve, MAX_HELD_MS).unref()
    })
  }

  close(restart = false): void {
    this.#close(restart ? closeFrame(1012, 'Service restart') : closeFrame(1000, 'Normal closure'))
  }

  refuse(reason: string): void {
    this.#waiting = []
    this.#waitingBytes = 0
    this.#close(closeFrame(1008, reason.slice(0, 120)))
    setTimeout(() => this.#destroyAnswers(), TERMINATE_AFTER_MS).unref()
  }

  /** Ends the session at once, without a close frame. */
  terminate(): void {
    const wasOpen = this.open
    this.#closed ??= ''
    this.pause(false)
    this.#destroyAnswers()
    this.#end()
    if (wasOpen) this.onClose()
  }

  /** Resolves when all ended answers have been delivered or lost. */
  async answersDelivered(): Promise<void> {
    await Promise.all([...this.#endingAnswers].map(response => new Promise<void>(resolve => void response.once('close', () => resolve()))))
  }

  /** Takes a request for messages. The caller has set the status and the headers of the answer. */
  receive(response: ServerResponse, streaming: boolean): void {
    if (streaming) response.write(PRELUDE)
    if (this.#receiver !== null) return void response.end(closeFrame(2010, 'Another connection still open'))
    this.#stopTimeout()
    const receiver: Receiver = { response, streaming, written: streaming ? PRELUDE.length : 0 }
    this.#receiver = receiver
    response.on('close', () => this.#onAnswerClosed(receiver))
    if (this.#openFrameSent || this.#closed !== null) return this.#flush()
    this.#openFrameSent = true
    this.#write(receiver, 'o\n')
    if (receiver.streaming) this.#flush()
  }

  /** Registers a new send request. @returns null if too many run at the same time */
  beginSendRequest(): SendRequest | null {
    if (this.#sendRequests >= MAX_SEND_REQUESTS) return null
    this.#sendRequests++
    let own = 0
    return {
      take: bytes => {
        if (this.#sendBytes + bytes > this.#options.bodyBytes) return false
        own += bytes
        this.#sendBytes += bytes
        return true
      },
      done: () => {
        this.#sendRequests--
        this.#sendBytes -= own
      },
    }
  }

  /** Processes the messages of one send request; the list is empty if its body was broken. */
  receiveMessages(messages: readonly string[]): void {
    if (messages.length === 0) {
      if (++this.#emptyRequests > MAX_EMPTY_REQUESTS) this.#endForAbuse('Too many empty requests')
      return
    }
    this.#emptyRequests = 0
    this.#options.admitted.onFirstMessage()
    for (const message of messages) {
      if (!this.open) return
      this.onMessage(message)
    }
  }

  #endForAbuse(reason: string): void {
    if (!this.open) return
    this.refuse(reason)
    this.onClose()
  }

  #close(frame: string): void {
    if (this.#closed !== null) return
    this.#closed = frame
    this.onMessage = () => {}
    this.pause(false)
    this.#options.admitted.release()
    this.#startTimeout(this.buffered > 0 ? MAX_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
    this.#flush()
  }

  /** Answers the pending request with the waiting messages, as many as fit into one answer. */
  #flush(): void {
    const receiver = this.#receiver
    if (receiver === null) return
    const parts: Uint8Array[] = []
    let bytes = receiver.written
    while (parts.length < this.#waiting.length && (parts.length === 0 || bytes < MAX_ANSWER_BYTES)) {
      const next = this.#waiting[parts.length]!
      bytes += next.length
      parts.push(next)
    }
    this.#waiting = this.#waiting.slice(parts.length)
    for (const { length } of parts) this.#waitingBytes -= length
    const texts = parts.length === 0 ? [] : [arrayFrame(parts)]
    if (this.#closed !== null && this.#waiting.length === 0) texts.push(Buffer.from(this.#closed))
    if (texts.length > 0) this.#write(receiver, Buffer.concat(texts))
    else this.#startHeartbeat()
  }

  #write(receiver: Receiver, text: string | Buffer): void {
    const { response } = receiver
    receiver.written += text.length
    if (receiver.streaming && receiver.written < MAX_ANSWER_BYTES && this.#closed === null) {
      response.write(text)
      this.#startHeartbeat()
      return
    }
    this.#stopTimeout()
    this.#receiver = null
    this.#endingAnswers.add(response)
    if (receiver.streaming) response.end(text)
    else response.setHeader('content-length', text.length).end(text)
  }

  /** An answer was delivered, or the client has aborted it. */
  #onAnswerClosed({ response, written }: Receiver): void {
    const wasPending = this.#receiver?.response === response
    if (wasPending) this.#receiver = null
    this.#endingAnswers.delete(response)
    if (this.#closed !== null) return
    if (wasPending || !response.writableFinished) {
      this.#close(closeFrame(1002, 'Connection interrupted'))
      this.onClose()
    } else if (this.#receiver === null)
      this.#startTimeout(Math.min(MAX_REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS + written / SLOW_BYTES_PER_MS))
  }

  /** Stops the timer that waits for the next request: one has come, or an answer is being delivered. A closed session keeps its timer. */
  #stopTimeout(): void {
    if (this.#closed === null) clearTimeout(this.#timer)
  }

  /** Ends the session if its client sends no request within `timeout` ms. A closed session ends then in any case. */
  #startTimeout(timeout: number): void {
    if (this.#ended) return
    clearTimeout(this.#timer)
    const onTimeout = (): void => {
      if (this.#closed !== null || (this.#receiver === null && this.#endingAnswers.size === 0)) this.terminate()
    }
    // After a stall of the process, requests that arrived meanwhile are processed before the `setImmediate` callback.
    this.#timer = setTimeout(() => setImmediate(onTimeout), timeout)
    this.#timer.unref()
  }

  #startHeartbeat(): void {
    if (this.#closed !== null) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#receiver !== null) this.#write(this.#receiver, 'h\n')
    }, HEARTBEAT_MS)
    this.#timer.unref()
  }

  #destroyAnswers(): void {
    this.#receiver?.response.destroy()
    for (const response of this.#endingAnswers) response.destroy()
  }

  #end(): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#timer)
    this.#waiting = []
    this.#waitingBytes = 0
    this.#options.admitted.release()
    this.#options.onEnd()
  }
}

const COMMA = Buffer.from(',')

/** `a["…","…"]` of messages that are already encoded as JSON strings. */
function arrayFrame(messages: readonly Uint8Array[]): Buffer {
  const parts: Uint8Array[] = [Buffer.from('a[')]
  for (const [i, message] of messages.entries()) parts.push(...(i === 0 ? [message] : [COMMA, message]))
  parts.push(Buffer.from(']\n'))
  return Buffer.concat(parts)
}
