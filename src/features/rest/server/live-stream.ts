import type { ServerResponse } from 'node:http'
import type { Frame } from '#ddp/server/frame.ts'
import type { DdpServer } from '#ddp/server/server.ts'
import type { ServerSocket } from '#ddp/server/socket.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { batchJoiner } from '#ddp/transport/node/batch-joiner.ts'
import { callerGroups } from '#ddp/transport/node/client-address.ts'
import { type Ejson, encode } from '#ddp/wire/ejson.ts'
import { collectionOf, isHeldAnswer, streamedEvent } from './server-sent-events.ts'

/** ms after which the key of a stream is checked again */
const RECHECK_MS = 10_000

export interface LiveStreamOptions {
  ddp: DdpServer
  clock: Clock
  userId: string | null
  clientAddress: string | null
  name: string
  collections: readonly string[]
  argument: Ejson
  /** the version that the client has, from `Last-Event-ID`; null: none */
  held: string | null
  /** the headers of which are sent */
  response: ServerResponse
  /** Resolves to false when the key does not work any more. */
  mayGoOn(): Promise<boolean>
  onEnd(): void
}

const joinEvents = batchJoiner(frame => {
  frame.encoded.sse ??= Buffer.from(streamedEvent(frame.text))
  return frame.encoded.sse
})

/** The server's end of a stream: a session like any other, whose client only listens. */
class StreamSocket implements ServerSocket {
  readonly #collections: ReadonlySet<string>
  readonly #response: ServerResponse
  #open = true
  onMessage: (text: string) => void = () => {}
  onClose: () => void = () => {}

  constructor(collections: readonly string[], response: ServerResponse) {
    this.#collections = new Set(collections)
    this.#response = response
    response.on('close', () => {
      if (this.#open) this.#end()
    })
  }

  get buffered(): number {
    return this.#response.writableLength
  }

  send(frames: readonly Frame[]): void {
    const shown = frames.filter(frame => this.#shows(frame))
    if (this.#open && shown.length > 0) this.#write(joinEvents(shown))
    for (const { text } of shown) {
      // The reader has no way to answer: a stream that nobody reads any more ends with its connection.
      if (text.startsWith('{"msg":"ping"')) queueMicrotask(() => this.onMessage('{"msg":"pong"}'))
      if (text.startsWith('{"msg":"nosub"')) this.close()
    }
  }

  /** The head has left, and nothing else uses the connection, so events need not go through the response, which costs as much again. */
  #write(bytes: Uint8Array): void {
    // Most messages that are about no document are no events.
    if (bytes.length === 0) return
    const { socket } = this.#response
    // The answers to what the client had asked before are not written yet.
    if (socket === null) this.#response.write(bytes)
    else if (socket.writable) socket.write(bytes)
  }

  /** False for what belongs to the site, such as which build is served, which every session gets. */
  #shows({ text }: Frame): boolean {
    const collection = collectionOf(text)
    return collection === null || this.#collections.has(collection) || isHeldAnswer(collection)
  }

  close(): void {
    if (!this.#open) return
    this.#response.end()
    this.#end()
  }

  pause(): void {}

  refuse(): void {
    this.close()
  }

  #end(): void {
    this.#open = false
    queueMicrotask(() => this.onClose())
  }
}

/** Sends what a publication shows, and its changes as they happen, until the client leaves. */
export function openLiveStream({
  ddp,
  clock,
  userId,
  clientAddress,
  name,
  collections,
  argument,
  held,
  response,
  mayGoOn,
  onEnd,
}: LiveStreamOptions): void {
  const socket = new StreamSocket(collections, response)
  const session = ddp.accept(socket, { clientAddress, groups: callerGroups(clientAddress, userId ?? ''), httpHeaders: {} })
  let ended = false
  const check = (): void => {
    // The stream may have ended while its key was looked up.
    if (ended) return
    timer = clock.after(RECHECK_MS, () => {
      mayGoOn().then(
        mayStill => (mayStill ? check() : session.close()),
        // The database is out of reach: the next check says more.
        () => check(),
      )
    })
  }
  let timer: ReturnType<Clock['after']> | null = null
  session.connection.onClose(() => {
    ended = true
    timer?.cancel()
    onEnd()
  })
  socket.onMessage('{"msg":"connect","version":"1","support":["1"]}')
  const subscribe = (): void =>
    socket.onMessage(JSON.stringify({ msg: 'sub', id: '1', name, params: encode([argument, { held: held ?? '' }]) }))
  if (userId === null) subscribe()
  else {
    check()
    session.subscriptions.setUserId(userId).then(subscribe, () => session.close())
  }
}
