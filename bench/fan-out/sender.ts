import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { measureOwnBytes, readOwnCpu } from '../lib/meter.ts'

export interface Ports {
  port: number
  /** The port on which reader processes acknowledge changes that all their sockets have received. */
  acks: number
}

export interface SaturationResult {
  /** Number of changes that every socket has received. */
  changes: number
  cpu: number
  wall: number
}

export interface Memory {
  /** Bytes of JavaScript values and buffers. */
  values: number
  /** Resident bytes of the process. */
  resident: number
}

const listen = async (server: Server | ReturnType<typeof createServer>): Promise<number> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Shared by all servers of the fan-out benchmark: sends changes, slowly or as fast as they are acknowledged, and measures the process. */
export class ChangeSender {
  readonly #http: Server
  readonly #change: () => void
  /** By connection of a reader process: the number of acknowledged changes. */
  readonly #acked = new Map<object, number>()
  #onAcknowledged: () => void = () => {}

  /** @param change sends one change to every socket */
  constructor(http: Server, change: () => void) {
    this.#http = http
    this.#change = change
  }

  async listen(): Promise<Ports> {
    const acks = createServer(socket => {
      socket.setNoDelay(true)
      this.#acked.set(socket, 0)
      socket.on('data', bytes => {
        this.#acked.set(socket, this.#acked.get(socket)! + bytes.length)
        this.#onAcknowledged()
      })
    })
    return { port: await listen(this.#http), acks: await listen(acks) }
  }

  /** Sends changes for `ms`, `perTurn` in each turn of the event loop, with at most `inFlight` unacknowledged changes. */
  async saturate({ ms, inFlight, perTurn }: { ms: number; inFlight: number; perTurn: number }): Promise<SaturationResult> {
    const before = this.#acknowledgedByAll()
    let changes = 0
    const cpu = readOwnCpu()
    const from = performance.now()
    await new Promise<void>(resolve => {
      let waiting = false
      const turn = (): void => {
        const under = changes - (this.#acknowledgedByAll() - before)
        if (performance.now() - from >= ms) {
          if (under === 0) resolve()
          waiting = true
        } else if (under + perTurn <= inFlight) {
          waiting = false
          changes += perTurn
          for (let i = 0; i < perTurn; i++) this.#change()
          setImmediate(turn)
        } else waiting = true
      }
      this.#onAcknowledged = () => {
        if (waiting) turn()
      }
      turn()
    })
    this.#onAcknowledged = () => {}
    return { changes, cpu: readOwnCpu() - cpu, wall: (performance.now() - from) * 1000 }
  }

  /** @returns the time of each change in µs of the machine's monotonic clock */
  async trickle({ changes, every }: { changes: number; every: number }): Promise<number[]> {
    const made: number[] = []
    for (let i = 0; i < changes; i++) {
      await pause(every)
      made.push(Number(process.hrtime.bigint() / 1000n))
      this.#change()
    }
    await pause(every)
    return made
  }

  /** Sends changes for `ms`, `perTurn` per millisecond, without waiting for the clients. @returns the peak size of the process in bytes */
  async flood({ ms, perTurn }: { ms: number; perTurn: number }): Promise<number> {
    let most = 0
    for (const from = performance.now(); performance.now() - from < ms; await pause(1)) {
      for (let i = 0; i < perTurn; i++) this.#change()
      most = Math.max(most, process.memoryUsage.rss())
    }
    return most
  }

  /** The commands that every server of the benchmark accepts. */
  commands() {
    return {
      listen: () => this.listen(),
      memory: () => this.memory(),
      saturate: (load: Parameters<ChangeSender['saturate']>[0]) => this.saturate(load),
      trickle: (load: Parameters<ChangeSender['trickle']>[0]) => this.trickle(load),
      flood: (load: Parameters<ChangeSender['flood']>[0]) => this.flood(load),
      connections: () => this.connections(),
    }
  }

  connections(): Promise<number> {
    return new Promise((resolve, reject) => this.#http.getConnections((error, count) => (error === null ? resolve(count) : reject(error))))
  }

  memory(): Memory {
    const values = measureOwnBytes()
    return { values, resident: process.memoryUsage().rss }
  }

  #acknowledgedByAll(): number {
    return Math.min(...this.#acked.values())
  }
}
