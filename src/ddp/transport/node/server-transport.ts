import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { DdpServer } from '#ddp/server/server.ts'
import type { SocketInfo } from '#ddp/server/socket.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { Admission, NO_TRANSPORT_LIMITS, type TransportLimits } from './admission.ts'
import { addressGroups, clientAddress, plainHeaders } from './client-address.ts'
import { ClosingPause } from './closing-pause.ts'
import { detectStalls } from './event-loop-stall.ts'
import { Polling } from './polling.ts'
import { answerSockjsPage } from './sockjs.ts'
import { UnfinishedMessages } from './unfinished-messages.ts'
import { sockjsRoute, upgradeRoute } from './upgrade-path.ts'
import { isSockjs, terminateSoon, WebSocketTransport } from './websocket-transport.ts'
import { type Framing, textFrame } from './ws-frame.ts'

export interface NodeTransportOptions {
  /** the path of ROOT_URL without a trailing slash; usually empty */
  prefix: string
  forwardedCount: number
  /** True if the origin may connect. A request without an Origin header is always allowed. */
  originAllowed(origin: string): boolean
  /** null: only the frame size is limited */
  limits: TransportLimits | null
  /** Called for each connection that is refused. @param status the HTTP status */
  onRefused?(status: number): void
}

export interface NodeTransport {
  /** The number of open SockJS sessions without WebSocket. */
  readonly polling: number
  /**
   * Answers a plain HTTP request below `/sockjs` (rules T2, T10–T18).
   * @returns the route pattern of its path; null: the path is not below `/sockjs`, and the request has not been answered
   */
  answer(request: IncomingMessage, response: ServerResponse): string | null
  /** Refuses new connections; existing ones stay. */
  refuseNew(): void
  /**
   * Closes every socket and refuses new ones. Resolves when the polling answers that had ended have been delivered, after 100 ms at most.
   */
  close(): Promise<void>
}

const SOCKJS_HEARTBEAT_MS = 45_000
const SOCKJS_ANSWER_MS = 10_000

/** Serves DDP on an HTTP server: plain WebSocket, and SockJS with and without WebSocket (rules T). */
export function attachDdp(http: Server, ddp: DdpServer, options: NodeTransportOptions): NodeTransport {
  const limits = options.limits ?? NO_TRANSPORT_LIMITS
  const admission = new Admission(limits, systemClock)
  const unfinished = new UnfinishedMessages(limits.unfinishedBytes)
  const closingPause = new ClosingPause(systemClock)
  const websockets = new WebSocketServer({
    noServer: true,
    // The bytes of a message are counted as they arrive (`countBytes`), since this limit would close without a pause (rule L8).
    maxPayload: 2 ** 31 - 1,
    perMessageDeflate: false,
    clientTracking: true,
    maxFragments: 256,
    maxBufferedChunks: 1024,
  })
  const stallDetector = detectStalls(
    () => Date.now(),
    () => {
      for (const websocket of websockets.clients) websocket.terminate()
      polling.terminate()
    },
  )
  const polling = new Polling({
    ddp,
    admission,
    limits,
    unfinished,
    stallDetector,
    forwardedCount: options.forwardedCount,
    originAllowed: options.originAllowed,
    onRefused: status => options.onRefused?.(status),
  })
  let refusesNew = false

  const refuse = (stream: Duplex, status: string): void => {
    options.onRefused?.(Number.parseInt(status, 10))
    stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => stream.destroy())
  }

  // What stays as long as a socket is a function of its own, and none of it is made where the request is known: a closure keeps everything that
  // any closure beside it uses, and a request takes several kB.
  const accept = (websocket: WebSocket, stream: Duplex, framing: Framing, client: SocketInfo): void => {
    const { groups } = client
    const makeRoom = (): void => {
      websocket.close(1013, 'Too many connections')
      terminateSoon(websocket)
    }
    const admitted = admission.admit(groups, makeRoom)
    if (admitted === null) return makeRoom()
    const socket = new WebSocketTransport({
      websocket,
      stream,
      framing,
      admitted,
      stallDetector,
      unfinished,
      messageBytes: limits.messageBytes,
      closingPause,
      group: groups.at(-1)!,
    })
    if (framing === 'sockjs') stream.write(textFrame('o'))
    ddp.accept(socket, client)
  }

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', destroyThis)
    const route = upgradeRoute(request.url ?? '/', options.prefix)
    if (route === null) return refuse(stream, '404 Not Found')
    const { origin } = request.headers
    if (origin !== undefined && !options.originAllowed(origin)) return refuse(stream, '403 Forbidden')
    if (refusesNew) return refuse(stream, '503 Service Unavailable')
    const address = clientAddress(request, options.forwardedCount)
    const groups = addressGroups(address ?? '')
    if (!admission.allows(groups)) return refuse(stream, '429 Too Many Requests')
    const client: SocketInfo = { clientAddress: address, groups, httpHeaders: plainHeaders(request) }
    websockets.handleUpgrade(request, stream, head, websocket => accept(websocket, stream, route.transport, client))
  }
  http.on('upgrade', upgrade)
  const heartbeat = setInterval(() => {
    pingSockjsClients(websockets)
    admission.sweep()
  }, SOCKJS_HEARTBEAT_MS)
  heartbeat.unref()
  // A polling session outlives the request that begins it, so it runs in this async context and not in the request's.
  const runOutsideRequest = AsyncLocalStorage.snapshot()

  return {
    get polling() {
      return polling.size
    },
    answer(request, response) {
      const route = sockjsRoute(request.url ?? '/', options.prefix)
      if (route === null) return null
      if (route.page === 'polling') {
        runOutsideRequest(() => polling.answer(request, response, route.transport, route.session))
        return `/sockjs/:server/:session/${route.transport}`
      }
      answerSockjsPage(request, response, route.page, options.originAllowed)
      return { info: '/sockjs/info', welcome: '/sockjs', none: '/sockjs/*' }[route.page]
    },
    refuseNew() {
      refusesNew = true
      polling.refuseNew()
    },
    async close() {
      http.off('upgrade', upgrade)
      clearInterval(heartbeat)
      stallDetector.stop()
      for (const websocket of websockets.clients) websocket.terminate()
      websockets.close()
      await polling.close()
    },
  }
}

function destroyThis(this: Duplex): void {
  this.destroy()
}

function pingSockjsClients(websockets: WebSocketServer): void {
  for (const websocket of websockets.clients) {
    if (!isSockjs(websocket)) continue
    const timeout = setTimeout(() => websocket.terminate(), SOCKJS_ANSWER_MS)
    timeout.unref()
    websocket.once('pong', () => clearTimeout(timeout))
    websocket.ping()
  }
}
