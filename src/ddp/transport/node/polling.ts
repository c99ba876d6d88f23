import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DdpServer } from '#ddp/server/server.ts'
import type { Admission, TransportLimits } from './admission.ts'
import { addressGroups, clientAddress, plainHeaders } from './client-address.ts'
import type { StallDetector } from './event-loop-stall.ts'
import { PollingSession } from './polling-session.ts'
import { dropBody, readBody } from './request-body.ts'
import { NO_CACHE, sockjsPayload } from './sockjs.ts'
import type { UnfinishedMessages } from './unfinished-messages.ts'
import type { PollingTransport } from './upgrade-path.ts'

/**
 * At least 8 characters, since shorter ids are too easy to guess: `sockjs-client` uses 8 characters out of 32 or more, which makes 40 bits.
 */
const SESSION_ID = /^[\w-]{8,128}$/
/** ms within which the body of a send request must arrive */
const BODY_TIMEOUT_MS = 30_000
/** bytes of a body that nobody needs: more of it is not read */
const MAX_DROPPED_BYTES = 65_536
/** seconds for which a browser may cache the answer to a preflight request */
const PREFLIGHT_SECONDS = '86400'

export interface PollingOptions {
  ddp: DdpServer
  admission: Admission
  limits: TransportLimits
  unfinished: UnfinishedMessages
  stallDetector: StallDetector
  forwardedCount: number
  originAllowed(origin: string): boolean
  /** Called for each refused request. @param status the HTTP status */
  onRefused(status: number): void
}

interface OwnedSession {
  session: PollingSession
  /** see `addressGroup` */
  group: string
  /** the Origin header of the request that began it */
  origin: string | undefined
}

/** Serves SockJS sessions without WebSocket: xhr-polling and xhr-streaming (rules T10–T18). */
export class Polling {
  readonly #options: PollingOptions
  readonly #sessions = new Map<string, OwnedSession>()
  #refusesNew = false

  constructor(options: PollingOptions) {
    this.#options = options
  }

  /** The number of open sessions. */
  get size(): number {
    let open = 0
    for (const { session } of this.#sessions.values()) if (session.open) open++
    return open
  }

  /** Refuses new sessions; existing ones go on. */
  refuseNew(): void {
    this.#refusesNew = true
  }

  /** Ends every session at once, without a close frame. */
  terminate(): void {
    for (const { session } of [...this.#sessions.values()]) session.terminate()
  }

  /** Ends every session, after waiting up to 100 ms for the ended answers to be delivered. */
  async close(): Promise<void> {
    this.refuseNew()
    const delivered = Promise.all([...this.#sessions.values()].map(({ session }) => session.answersDelivered()))
    await Promise.race([delivered, new Promise(resolve => setTimeout(resolve, 100).unref())])
    this.terminate()
  }

  answer(request: IncomingMessage, response: ServerResponse, transport: PollingTransport, id: string): void {
    const { origin } = request.headers
    if (request.method !== 'POST' && request.method !== 'OPTIONS') {
      response.setHeader('allow', 'OPTIONS, POST')
      return this.#refuse(request, response, 405)
    }
    if (origin !== undefined && !this.#options.originAllowed(origin)) return this.#refuse(request, response, 403)
    response.setHeader('vary', 'Origin')
    if (origin !== undefined) {
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-allow-credentials', 'true')
    }
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'OPTIONS, POST')
      response.setHeader('access-control-allow-headers', 'Content-Type')
      response.setHeader('access-control-max-age', PREFLIGHT_SECONDS)
      return void response.writeHead(204).end()
    }
    response.setHeader('cache-control', NO_CACHE)
    if (transport === 'xhr_send') void this.#send(request, response, id)
    else this.#receive(request, response, { id, streaming: transport === 'xhr_streaming' })
  }

  #receive(request: IncomingMessage, response: ServerResponse, { id, streaming }: { id: string; streaming: boolean }): void {
    const found = this.#sessions.get(id)
    const session = found === undefined ? this.#begin(request, id) : this.#owns(request, found) ? found.session : 404
    if (typeof session === 'number') return this.#refuse(request, response, session)
    dropBody(request, MAX_DROPPED_BYTES)
    response.statusCode = 200
    response.setHeader('content-type', 'application/javascript; charset=UTF-8')
    // Tells nginx not to buffer the answer.
    response.setHeader('x-accel-buffering', 'no')
    session.receive(response, streaming)
  }

  /** @returns the session, or the HTTP status that refuses it */
  #begin(request: IncomingMessage, id: string): PollingSession | number {
    const { admission, limits, ddp, forwardedCount } = this.#options
    if (!SESSION_ID.test(id)) return 404
    if (this.#refusesNew) return 503
    const groups = this.#groups(request)
    const admitted = admission.allows(groups) ? admission.admit(groups, () => session.close(true)) : null
    if (admitted === null) return 429
    const session: PollingSession = new PollingSession({
      admitted,
      bodyBytes: limits.messageBytes,
      onEnd: () => this.#sessions.delete(id),
    })
    this.#sessions.set(id, { session, group: groups.at(-1)!, origin: request.headers.origin })
    ddp.accept(session, { clientAddress: clientAddress(request, forwardedCount), groups, httpHeaders: plainHeaders(request) })
    return session
  }

  async #send(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const { admission, stallDetector, limits, unfinished } = this.#options
    const found = this.#sessions.get(id)
    if (found === undefined || !found.session.open || !this.#owns(request, found)) {
      // T14: requests with unknown session ids are limited by the same rate as new sessions, so that guessing ids gains nothing.
      return this.#refuse(request, response, admission.countAttempt(this.#group(request)) ? 404 : 429)
    }
    const { session } = found
    if (Number(request.headers['content-length'] ?? 0) > limits.messageBytes) return this.#refuse(request, response, 413)
    const sendRequest = session.beginSendRequest()
    if (sendRequest === null) return this.#refuse(request, response, 429)
    const take = (bytes: number): boolean => {
      unfinished.add(request, bytes, () => request.destroy())
      return sendRequest.take(bytes)
    }
    const body = await readBody(request, { take, timeout: BODY_TIMEOUT_MS })
    unfinished.finish(request)
    if (body === null || typeof body === 'number') {
      sendRequest.done()
      return body === null ? undefined : this.#refuse(request, response, body)
    }
    if (stallDetector.hasStalled() || !session.open) {
      sendRequest.done()
      return this.#refuse(request, response, 404)
    }
    const payload = sockjsPayload(body)
    session.receiveMessages(Array.isArray(payload) ? payload : [])
    // Clients send the next request when this one is answered, so they wait while the session reads nothing.
    await session.untilRead()
    sendRequest.done()
    response.setHeader('content-type', 'text/plain; charset=UTF-8')
    if (Array.isArray(payload)) response.writeHead(204).end()
    else response.writeHead(500).end(payload)
  }

  #owns(request: IncomingMessage, { group, origin }: OwnedSession): boolean {
    return this.#group(request) === group && request.headers.origin === origin
  }

  #groups(request: IncomingMessage): readonly string[] {
    return addressGroups(clientAddress(request, this.#options.forwardedCount) ?? '')
  }

  #group(request: IncomingMessage): string {
    return this.#groups(request).at(-1)!
  }

  #refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
    if (response.destroyed) return
    dropBody(request, status === 413 ? 0 : MAX_DROPPED_BYTES)
    if (status !== 405) this.#options.onRefused(status)
    response.writeHead(status, { 'content-length': 0 }).end()
  }
}
