import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Frame } from '#ddp/server/frame.ts'
import type { ServerSocket } from '#ddp/server/socket.ts'
import type { Admitted } from './admission.ts'
import { batchJoiner } from './batch-joiner.ts'
import type { ClosingPause } from './closing-pause.ts'
import type { StallDetector } from './event-loop-stall.ts'
import { sockjsMessages } from './sockjs.ts'
import type { UnfinishedMessages } from './unfinished-messages.ts'
import { type Framing, frameBytes, textFrame } from './ws-frame.ts'

const TERMINATE_AFTER_MS = 250
/** WebSocket pings and pongs allowed between two messages: browsers send none, and DDP has its own heartbeat every 15 s */
const MAX_CONTROL_FRAMES = 100
/** bytes of the header of a WebSocket frame */
const MAX_HEADER_BYTES = 14

const joiners: Record<Framing, ReturnType<typeof batchJoiner>> = {
  ws: batchJoiner(frame => frameBytes(frame, 'ws')),
  sockjs: batchJoiner(frame => frameBytes(frame, 'sockjs')),
}

export interface OpenedSocket {
  websocket: WebSocket
  stream: Duplex
  framing: Framing
  admitted: Admitted
  stallDetector: StallDetector
  unfinished: UnfinishedMessages
  messageBytes: number
  /** gives the ms to wait before the socket is closed because of a message that is too large */
  closingPause: ClosingPause
  /** the narrowest group of the client's address */
  group: string
}

/** By which the listeners of a WebSocket and of its stream find their `WebSocketTransport`: each socket has no closures of its own. */
const TRANSPORT = Symbol('transport')
type Owned<T> = T & { [TRANSPORT]: WebSocketTransport }

/** True for a client that speaks SockJS over its WebSocket. */
export const isSockjs = (websocket: WebSocket): boolean => (websocket as Partial<Owned<WebSocket>>)[TRANSPORT]?.framing === 'sockjs'

const ignore = (): void => {}

const LISTENERS = {
  message(this: WebSocket, data: unknown, binary: boolean): void {
    ;(this as Owned<WebSocket>)[TRANSPORT].receive(data as Buffer, binary)
  },
  control(this: WebSocket): void {
    ;(this as Owned<WebSocket>)[TRANSPORT].receiveControl()
  },
  close(this: WebSocket): void {
    ;(this as Owned<WebSocket>)[TRANSPORT].closed()
  },
  error(this: WebSocket): void {
    terminateSoon(this)
  },
  data(this: Duplex, chunk: Buffer): void {
    ;(this as Owned<Duplex>)[TRANSPORT].countBytes(chunk)
  },
  pause(this: WebSocket): void {
    this.pause()
  },
}

/** Ends a socket whose client does not close it. */
export const terminateSoon = (websocket: WebSocket): void => void setTimeout(() => websocket.terminate(), TERMINATE_AFTER_MS).unref()

/** The server's end of a WebSocket. */
export class WebSocketTransport implements ServerSocket {
  onMessage: (text: string) => void = ignore
  onClose: () => void = ignore
  readonly #opened: OpenedSocket
  #tooLarge = false
  /** pings and pongs since the last message */
  #control = 0

  constructor(opened: OpenedSocket) {
    this.#opened = opened
    const { websocket, stream } = opened
    Object.assign(websocket, { [TRANSPORT]: this })
    Object.assign(stream, { [TRANSPORT]: this })
    stream.prependListener('data', LISTENERS.data)
    websocket.on('message', LISTENERS.message).on('ping', LISTENERS.control).on('pong', LISTENERS.control)
    websocket.on('close', LISTENERS.close).on('error', LISTENERS.error)
  }

  get framing(): Framing {
    return this.#opened.framing
  }

  get buffered(): number {
    return this.#opened.stream.writableLength
  }

  send(frames: readonly Frame[]): void {
    const { stream, framing } = this.#opened
    if (stream.writable) stream.write(joiners[framing](frames))
  }

  close(restart = false): void {
    const { websocket, stream, framing } = this.#opened
    const [code, reason] = restart ? [1012, 'Service restart'] : [1000, 'Normal closure']
    if (framing === 'sockjs' && stream.writable) stream.write(textFrame(`c[${code},"${reason}"]`))
    websocket.close(code, restart ? reason : '')
  }

  pause(paused: boolean): void {
    if (paused) this.#opened.websocket.pause()
    else if (!this.#tooLarge) this.#opened.websocket.resume()
  }

  refuse(reason: string): void {
    this.#closeWithReason(1008, reason.slice(0, 120))
  }

  receive(data: Buffer, binary: boolean): void {
    const { websocket, stream, framing, admitted, stallDetector, unfinished, messageBytes } = this.#opened
    this.#control = 0
    unfinished.finish(websocket)
    if (stallDetector.hasStalled() || stream.destroyed) return
    admitted.onFirstMessage()
    if (binary) return this.#closeWithReason(1003, 'Text only')
    if (data.length > messageBytes) return this.#closeAsTooLarge()
    const text = data.toString()
    if (framing === 'ws') return this.onMessage(text)
    const messages = sockjsMessages(text)
    if (messages === null) return this.#closeWithReason(3000, 'Broken framing.')
    for (const message of messages) this.onMessage(message)
  }

  receiveControl(): void {
    const { websocket, unfinished } = this.#opened
    unfinished.finish(websocket)
    if (++this.#control > MAX_CONTROL_FRAMES) this.#closeWithReason(1008, 'Too many control frames')
  }

  closed(): void {
    const { admitted, unfinished, websocket } = this.#opened
    admitted.release()
    unfinished.finish(websocket)
    this.onClose()
  }

  countBytes(chunk: Buffer): void {
    const { websocket, unfinished, messageBytes } = this.#opened
    const bytes = unfinished.add(websocket, chunk.length, () => this.#closeAsTooLarge())
    if (bytes > messageBytes + MAX_HEADER_BYTES) this.#closeAsTooLarge()
  }

  /**
   * Sends a close frame with the reason, stops reading, and terminates the socket after `TERMINATE_AFTER_MS` without waiting for the client's
   * close frame.
   */
  #closeWithReason(code: number, reason: string): void {
    const { websocket } = this.#opened
    this.onMessage = ignore
    for (const event of ['message', 'ping', 'pong']) websocket.removeAllListeners(event).once(event, LISTENERS.pause)
    websocket.close(code, reason)
    terminateSoon(websocket)
  }

  /** L8: what was answered so far still leaves; nothing more is read. */
  #closeAsTooLarge(): void {
    if (this.#tooLarge) return
    this.#tooLarge = true
    const { websocket, stream, unfinished, closingPause, group } = this.#opened
    stream.off('data', LISTENERS.data)
    unfinished.finish(websocket)
    websocket.pause()
    setTimeout(() => this.#closeWithReason(1009, 'Message too large'), closingPause.next(group)).unref()
  }
}
