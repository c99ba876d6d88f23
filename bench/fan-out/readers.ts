import { connect, type Socket } from 'node:net'
import { readOwnCpu } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'
import type { Ports } from './sender.ts'

export interface ReaderOptions {
  ports: Ports
  path: string
  /** Messages that each socket sends when it is open. */
  greeting: readonly string[]
  /** Number of frames that each socket receives before the changes. */
  welcome: number
}

const BATCH = 50

/** Counts the WebSocket frames in a stream without decoding their payload. */
class FrameCounter {
  frames = 0
  /** Missing bytes of the current frame. */
  #left = 0
  #head: Buffer = Buffer.alloc(0)

  take(chunk: Buffer): number {
    const bytes = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk
    const before = this.frames
    let at = this.#left
    while (at < bytes.length) {
      const short = bytes[at + 1]! & 127
      const head = short < 126 ? 2 : short === 126 ? 4 : 10
      if (at + head > bytes.length) break
      const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
      at += head + length
      if (at <= bytes.length) this.frames++
    }
    if (this.#left > 0 && this.#left <= bytes.length) this.frames++
    this.#left = Math.max(0, at - bytes.length)
    this.#head = at < bytes.length ? Buffer.from(bytes.subarray(at)) : Buffer.alloc(0)
    return this.frames - before
  }
}

/** A masked text frame, which clients must send; the mask is zero. */
function masked(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? Buffer.from([0x81, 0x80 | length]) : Buffer.from([0x81, 0x80 | 126, length >> 8, length & 255])
  return Buffer.concat([head, Buffer.alloc(4), Buffer.from(text)])
}

/** The sockets of this process to one server. */
class ReaderSockets {
  readonly #options: ReaderOptions
  readonly #counters: FrameCounter[] = []
  #acks: Socket | null = null
  #received = 0
  #acked = 0
  #welcomed = false
  #sockets = 0
  #onFrames: () => void = () => {}
  /** By socket: the arrival times of the frames since `keepArrivals` (µs); null if they are not recorded. */
  #arrivals: number[][] | null = null

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /** Opens sockets up to the given number, and waits until each has received its `welcome` frames. */
  async open(sockets: number): Promise<void> {
    const { ports, welcome } = this.#options
    if (this.#acks === null) {
      this.#acks = connect({ port: ports.acks, host: '127.0.0.1', noDelay: true })
      await new Promise(resolve => this.#acks!.once('connect', resolve))
    }
    const expected = (sockets - this.#sockets) * welcome
    this.#welcomed = false
    for (; this.#sockets < sockets; this.#sockets = this.#counters.length)
      await Promise.all(Array.from({ length: Math.min(BATCH, sockets - this.#sockets) }, (_, i) => this.#openSocket(this.#sockets + i)))
    await new Promise<void>(resolve => {
      this.#onFrames = () => {
        if (this.#received >= expected) resolve()
      }
      this.#onFrames()
    })
    this.#onFrames = () => this.#acknowledge()
    this.#received = 0
    this.#welcomed = true
  }

  keepArrivals(): void {
    this.#arrivals = this.#counters.map(() => [])
  }

  arrivals(): number[][] {
    const kept = this.#arrivals ?? []
    this.#arrivals = null
    return kept
  }

  #openSocket(n: number): Promise<void> {
    const { ports, path, greeting } = this.#options
    const counter = new FrameCounter()
    this.#counters[n] = counter
    return new Promise((resolve, reject) => {
      let handshake = ''
      let open = false
      const socket = connect({
        port: ports.port,
        host: '127.0.0.1',
        noDelay: true,
        onread: {
          buffer: shared,
          callback: (count, buffer) => {
            const bytes = (buffer as Buffer).subarray(0, count)
            if (open) this.#receive(n, counter, bytes)
            else {
              handshake += bytes.toString('latin1')
              const end = handshake.indexOf('\r\n\r\n')
              if (end < 0) return true
              if (!handshake.startsWith('HTTP/1.1 101')) reject(new Error(`A socket was refused: ${handshake.split('\r\n', 1)[0]}`))
              open = true
              this.#receive(n, counter, Buffer.from(handshake.slice(end + 4), 'latin1'))
              for (const text of greeting) socket.write(masked(text))
              resolve()
            }
            return true
          },
        },
      })
      socket.on('error', reject)
      socket.on('close', () => {
        throw new Error('The server closed a socket')
      })
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16, n % 256).toString('base64')}\r\n\r\n`,
      )
    })
  }

  #receive(n: number, counter: FrameCounter, bytes: Buffer): void {
    const frames = counter.take(bytes)
    if (frames === 0) return
    this.#received += frames
    if (this.#arrivals !== null) {
      const now = Number(process.hrtime.bigint() / 1000n)
      for (let i = 0; i < frames; i++) this.#arrivals[n]!.push(now)
    }
    this.#onFrames()
  }

  #acknowledge(): void {
    if (!this.#welcomed) return
    const whole = Math.floor(this.#received / this.#sockets) - this.#acked
    if (whole <= 0) return
    this.#acked += whole
    this.#acks!.write(Buffer.alloc(whole))
  }
}

const shared = Buffer.allocUnsafe(65_536)
let reader: ReaderSockets

serveCommands({
  meet: (options: ReaderOptions) => {
    reader = new ReaderSockets(options)
  },
  open: (sockets: number) => reader.open(sockets),
  keepArrivals: () => reader.keepArrivals(),
  arrivals: () => reader.arrivals(),
  cpu: () => readOwnCpu(),
})
