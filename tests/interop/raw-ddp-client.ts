import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { encodeFrame, textFrame } from '../security/raw-socket.ts'

export type Message = { msg?: string; [key: string]: unknown }

const TEXT = 1
const PING = 9
const PONG = 10

/** A client that sends the bytes that it is given: the request that opens the socket, and the frames that follow. */
export class RawDdpClient {
  readonly messages: Message[] = []
  /** payloads of pongs */
  readonly pongs: string[] = []
  /** of the answer to the request */
  status = 0
  readonly #socket: Socket
  readonly #checks = new Set<() => void>()
  #rest = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('data', part => this.#receive(part))
  }

  /** @param request its lines, without the empty one at the end */
  static async open(port: number, request: readonly string[]): Promise<RawDdpClient> {
    const socket = connect(port, '127.0.0.1')
    const client = new RawDdpClient(socket)
    await once(socket, 'connect')
    socket.write(`${request.join('\r\n')}\r\n\r\n`)
    await client.#until(() => client.status !== 0)
    return client
  }

  send(text: string): void {
    this.#socket.write(textFrame(text))
  }

  ping(payload: string): void {
    this.#socket.write(encodeFrame(PING, Buffer.from(payload)))
  }

  /** Resolves with the first message that the condition holds for, of those that have arrived and those to come. */
  async message(isIt: (message: Message) => boolean): Promise<Message> {
    await this.#until(() => this.messages.some(isIt))
    return this.messages.find(isIt)!
  }

  pong(payload: string): Promise<void> {
    return this.#until(() => this.pongs.includes(payload))
  }

  close(): void {
    this.#socket.destroy()
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (holds()) resolve()
        else if (this.#socket.destroyed) reject(new Error(`The connection was closed after ${JSON.stringify(this.messages)}`))
        else return
        this.#checks.delete(check)
      }
      this.#checks.add(check)
      this.#socket.once('close', check)
      check()
    })
  }

  #receive(part: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, part])
    if (this.status === 0) {
      const end = this.#rest.indexOf('\r\n\r\n')
      if (end === -1) return
      this.status = Number(/^HTTP\/1\.1 (\d+)/.exec(this.#rest.toString('latin1'))?.[1])
      this.#rest = this.#rest.subarray(end + 4)
    }
    if (this.status === 101) while (this.#takeFrame()) {}
    for (const check of this.#checks) check()
  }

  /** The server does not mask its frames, and those of these tests are neither split nor longer than 64 kB (RFC 6455 §5.2). */
  #takeFrame(): boolean {
    const bytes = this.#rest
    if (bytes.length < 2) return false
    const start = bytes[1]! < 126 ? 2 : 4
    if (bytes.length < start) return false
    const end = start + (start === 2 ? bytes[1]! : bytes.readUInt16BE(2))
    if (bytes.length < end) return false
    const payload = bytes.subarray(start, end).toString()
    const opcode = bytes[0]! & 15
    if (opcode === TEXT) this.messages.push(JSON.parse(payload) as Message)
    if (opcode === PONG) this.pongs.push(payload)
    this.#rest = bytes.subarray(end)
    return true
  }
}
