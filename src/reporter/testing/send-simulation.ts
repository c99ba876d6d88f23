import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { DISCOVERY_PORT, decodeDiscovery } from '../board-messages.ts'
import { helloBytes, type SimulatedBoard } from './board-simulator.ts'
import type { VenueSimulation } from './venue-simulation.ts'

export interface SendOptions {
  /** where the reporter listens */
  to: { address: string; gamePort: number; discoveryPort: number }
  /** the port at which each board answers HTTP, on an address of its own (127.0.1.N); left out: none does */
  httpPort?: number
  /** the port at which each board hears PING; left out: none does */
  pingPort?: number
  /** how much faster than in life; 1 if left out */
  speed?: number
  /** Called when the boards have lived for 250 ms more. What has arrived in these is sent when it resolves. */
  onStep?(): Promise<void>
  /** ends the sending early */
  signal?: AbortSignal
}

const STEP_MS = 250
const PONG = Uint8Array.of(4)

/** Sends what the boards of a simulated venue say in `ms` (of their own time) over real sockets, and answers questions meanwhile. */
export async function sendSimulation(simulation: VenueSimulation, ms: number, options: SendOptions): Promise<void> {
  const { speed = 1, onStep, signal } = options
  const boards = new Map<SimulatedBoard, BoardSockets>()
  try {
    for (const board of simulation.boards) boards.set(board, await BoardSockets.open(board, simulation, options))
    const startedAt = performance.now()
    const from = simulation.now
    while (simulation.now < from + ms && !signal?.aborted) {
      const arrived = simulation.step()
      await onStep?.()
      for (const { board, port, bytes } of arrived) await boards.get(board)!.send(port, bytes)
      const dueAt = startedAt + (simulation.now - from) / speed
      await wait(Math.max(0, Math.min(dueAt - performance.now(), STEP_MS)))
    }
  } finally {
    await Promise.all([...boards.values()].map(sockets => sockets.close()))
  }
}

/** The sockets of one board, on its own address. */
class BoardSockets {
  readonly #board: SimulatedBoard
  readonly #simulation: VenueSimulation
  readonly #to: SendOptions['to']
  readonly #socket: Socket
  #http: Server | null = null

  private constructor(board: SimulatedBoard, simulation: VenueSimulation, to: SendOptions['to']) {
    this.#board = board
    this.#simulation = simulation
    this.#to = to
    this.#socket = createSocket({ type: 'udp4', reuseAddr: true })
  }

  static async open(board: SimulatedBoard, simulation: VenueSimulation, { to, httpPort, pingPort }: SendOptions): Promise<BoardSockets> {
    const sockets = new BoardSockets(board, simulation, to)
    sockets.#socket.on('message', datagram => void sockets.#hear(datagram))
    sockets.#socket.bind(pingPort ?? 0, board.address)
    await once(sockets.#socket, 'listening')
    if (httpPort !== undefined) await sockets.#answerHttp(httpPort)
    return sockets
  }

  send(port: number, bytes: Uint8Array): Promise<void> {
    const toPort = port === DISCOVERY_PORT ? this.#to.discoveryPort : this.#to.gamePort
    return new Promise((resolve, reject) =>
      this.#socket.send(bytes, toPort, this.#to.address, error => (error === null ? resolve() : reject(error))),
    )
  }

  async close(): Promise<void> {
    this.#socket.close()
    if (this.#http === null) return
    this.#http.close()
    this.#http.closeAllConnections()
    await once(this.#http, 'close')
  }

  /** A question of somebody unknown is answered, and by the board's name too. Answers go to the port of discovery. */
  async #hear(datagram: Uint8Array): Promise<void> {
    if (decodeDiscovery(datagram)?.type !== 'ping' || !this.#board.answers(this.#simulation.now)) return
    await this.send(DISCOVERY_PORT, helloBytes(this.#board.name))
    await this.send(DISCOVERY_PORT, PONG)
  }

  /** Boards say of all that it is JSON, and close after each answer. */
  async #answerHttp(port: number): Promise<void> {
    this.#http = createServer((request, response) => {
      const status = this.#board.status(this.#simulation.now)
      const body =
        status === null ? undefined : { '/api/game/name': this.#board.name, '/api/game/status': JSON.stringify(status) }[request.url!]
      // A board without power answers nothing.
      if (status === null) response.destroy()
      else response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json', connection: 'close' }).end(body)
    }).listen(port, this.#board.address)
    await once(this.#http, 'listening')
  }
}
