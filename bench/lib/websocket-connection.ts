import { connect, type Socket } from 'node:net'

const TEXT = 0x81
const PING = 0x89

/** A masked frame, which clients must send; the mask is zero. */
function masked(kind: number, payload: Buffer): Buffer {
  const { length } = payload
  const head = length < 126 ? [kind, 0x80 | length] : [kind, 0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), Buffer.alloc(4), payload])
}

/** A WebSocket client that passes messages on as undecoded bytes, to do as little work as possible. */
export class WebSocketConnection {
  /** Called with each text message. The bytes are valid until it returns. */
  onText: (text: Buffer) => void = () => {}
  readonly #socket: Socket
  #rest: Buffer = Buffer.alloc(0)
  #closed = false
  #stoppedReading = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!this.#closed) throw new Error('The server closed a socket')
    })
  }

  /** @param from the address that it comes from: any of 127.0.0.0/8 */
  static open(port: number, path: string, from = '127.0.0.1'): Promise<WebSocketConnection> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
    const connection = new WebSocketConnection(socket)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
    )
    return new Promise((resolve, reject) => {
      let handshake = Buffer.alloc(0)
      const readHandshake = (chunk: Buffer): void => {
        handshake = Buffer.concat([handshake, chunk])
        const end = handshake.indexOf('\r\n\r\n')
        if (end < 0) return
        const status = handshake.toString('latin1', 9, 12)
        if (status !== '101') return reject(new Error(`A socket was refused with ${status}`))
        socket.off('data', readHandshake).pause()
        resolve(connection)
        // The caller sets `onText` first.
        setImmediate(() => {
          if (connection.#stoppedReading) return
          connection.#receive(handshake.subarray(end + 4))
          socket.on('data', more => connection.#receive(more)).resume()
        })
      }
      socket.on('data', readHandshake)
    })
  }

  send(text: string): void {
    this.#socket.write(masked(TEXT, Buffer.from(text)))
  }

  /** Resolves with the next text message that contains one of the given strings. */
  waitForText(...texts: readonly string[]): Promise<string> {
    return new Promise(resolve => {
      const before = this.onText
      this.onText = text => {
        before(text)
        if (!texts.some(word => text.includes(word))) return
        this.onText = before
        resolve(text.toString())
      }
    })
  }

  /** Stops reading. From then on the server may close the socket without an error. */
  stopReading(): void {
    this.#stoppedReading = true
    this.#closed = true
    this.#socket.pause()
  }

  close(): void {
    this.#closed = true
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let at = 0
    while (at + 2 <= bytes.length) {
      const short = bytes[at + 1]! & 127
      const head = short < 126 ? 2 : short === 126 ? 4 : 10
      if (at + head > bytes.length) break
      const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
      const end = at + head + length
      if (end > bytes.length) break
      const payload = bytes.subarray(at + head, end)
      if (bytes[at] === TEXT) this.onText(payload)
      else if (bytes[at] === PING) this.#socket.write(masked(0x8a, payload))
      at = end
    }
    this.#rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : Buffer.alloc(0)
  }
}
