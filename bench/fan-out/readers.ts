import { connect, type Socket } from 'node:net'
import { cpuHere } from '../lib/meter.ts'
import { answer } from '../lib/worker.ts'
import type { Ports } from './sender.ts'

export interface Audience {
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
class Crowd {
  readonly #audience: Audience
  readonly #counters: FrameCounter[] = []
  #acks: Socket | null = null
  #received = 0
  #acked = 0
  #welcomed = false
  #sockets = 0
  #onFrames: () => void = () => {}
  /** By socket: the arrival times of the frames since `keepArrivals` (µs); null if they are not recorded. */
  #arrivals: number[][] | null = null

  constructor(audience: Audience) {
    this.#audience = audience
  }

  /** Opens sockets up to the given number, and waits until each has received its `welcome` frames. */
  async open(sockets: number): Promise<void> {
    const { ports, welcome } = this.#audience
    if (this.#acks === null) {
      this.#acks = connect({ port: ports.acks, host: '127.0.0.1', noDelay: true })
      await new Promise(resolve => this.#acks!.once('connect', resolve))
    }
    const wanted = (sockets - this.#sockets) * welcome
    this.#welcomed = false
    for (; this.#sockets < sockets; this.#sockets = this.#counters.length)
      await Promise.all(Array.from({ length: Math.min(BATCH, sockets - this.#sockets) }, (_, i) => this.#one(this.#sockets + i)))
    await new Promise<void>(resolve => {
      this.#onFrames = () => {
        if (this.#received >= wanted) resolve()
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

  #one(n: number): Promise<void> {
    const { ports, path, greeting } = this.#audience
    const counter = new FrameCounter()
    this.#counters[n] = counter
    return new Promise((resolve, reject) => {
      let shaken = ''
      let open = false
      const line = connect({
        port: ports.port,
        host: '127.0.0.1',
        noDelay: true,
        onread: {
          buffer: shared,
          callback: (count, buffer) => {
            const bytes = (buffer as Buffer).subarray(0, count)
            if (open) this.#take(n, counter, bytes)
            else {
              shaken += bytes.toString('latin1')
              const end = shaken.indexOf('\r\n\r\n')
              if (end < 0) return true
              if (!shaken.startsWith('HTTP/1.1 101')) reject(new Error(`A socket was refused: ${shaken.split('\r\n', 1)[0]}`))
              open = true
              this.#take(n, counter, Buffer.from(shaken.slice(end + 4), 'latin1'))
              for (const text of greeting) line.write(masked(text))
              resolve()
            }
            return true
          },
        },
      })
      line.on('error', reject)
      line.on('close', () => {
        throw new Error('The server closed a socket')
      })
      line.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16, n % 256).toString('base64')}\r\n\r\n`,
      )
    })
  }

  #take(n: number, counter: FrameCounter, bytes: Buffer): void {
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
let crowd: Crowd

answer({
  meet: (audience: Audience) => {
    crowd = new Crowd(audience)
  },
  open: (sockets: number) => crowd.open(sockets),
  keepArrivals: () => crowd.keepArrivals(),
  arrivals: () => crowd.arrivals(),
  cpu: () => cpuHere(),
})
