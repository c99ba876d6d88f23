import { connect, type Socket } from 'node:net'

export interface HttpAnswer {
  status: number
  /** Bytes of head and body. */
  length: number
  body: string
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** The header with which browsers ask for a page. */
export const AS_BROWSERS = 'Accept-Encoding: gzip, deflate, br, zstd\r\n'

/**
 * A keep-alive HTTP connection for one request at a time. It does as little work as possible, so that the load generator costs little
 * compared with the server.
 */
export class HttpConnection {
  readonly #port: number
  #socket: Socket | null = null
  #waiting: { request: string; resolve(answer: HttpAnswer): void; reject(cause: Error): void } | null = null
  #chunks: Buffer[] = []
  #length = 0
  #status = 0
  /** Bytes of the whole response; null if it is chunked. */
  #end: number | null = null
  #headed = false

  /** Connects on the first request, and again if the server has closed the idle connection. */
  constructor(port: number) {
    this.#port = port
  }

  /** @param head additional header lines, each terminated with CRLF */
  get(path: string, head = ''): Promise<HttpAnswer> {
    return this.#request(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n${head}\r\n`)
  }

  /** @param head additional header lines, each terminated with CRLF */
  post(path: string, body: string, head = ''): Promise<HttpAnswer> {
    return this.#request(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }

  close(): void {
    this.#waiting = null
    this.#socket?.destroy()
  }

  #request(request: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { request, resolve, reject }
      if (this.#socket?.writable !== true) this.#socket = this.#connect()
      this.#socket.write(request)
    })
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    const onClose = (): void => {
      if (socket !== this.#socket) return
      this.#socket = null
      // A server may close an idle connection while a request is being sent. It has not read the request then, so it is sent again.
      const canRetry = this.#waiting !== null && this.#length === 0 && socket.bytesRead > 0
      if (!canRetry) return this.#waiting?.reject(new Error('The server closed a connection'))
      this.#socket = this.#connect()
      this.#socket.write(this.#waiting!.request)
    }
    return socket
      .on('data', chunk => this.#receive(chunk))
      .on('end', () => socket.destroy())
      .on('error', () => {})
      .on('close', onClose)
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (!this.#headed) this.#readHead()
    if (!this.#headed) return
    if (this.#end === null ? this.#endsWithLastChunk() : this.#length >= this.#end) this.#finish()
  }

  #readHead(): void {
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    this.#chunks = [all]
    const end = all.indexOf(HEAD_END)
    if (end < 0) return
    const head = all.toString('latin1', 0, end)
    this.#headed = true
    this.#status = Number(head.slice(9, 12))
    const length = /^content-length: (\d+)/im.exec(head)?.[1]
    this.#end = length === undefined ? null : end + HEAD_END.length + Number(length)
  }

  #endsWithLastChunk(): boolean {
    const last = this.#chunks.at(-1)!
    if (last.length < LAST_CHUNK.length) return Buffer.concat(this.#chunks).subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
    return last.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
  }

  #finish(): void {
    const { resolve } = this.#waiting!
    const chunks = this.#chunks
    const answer: HttpAnswer = {
      status: this.#status,
      length: this.#length,
      get body() {
        const all = Buffer.concat(chunks)
        return all.subarray(all.indexOf(HEAD_END) + HEAD_END.length).toString()
      },
    }
    this.#waiting = null
    this.#chunks = []
    this.#length = 0
    this.#headed = false
    resolve(answer)
  }
}
