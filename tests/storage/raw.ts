import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A TCP client that sends arbitrary bytes at arbitrary times. */
export interface RawClient {
  socket: Socket
  write(bytes: Buffer | string): Promise<void>
  /** Status of the response; 0 if the connection was closed without one. */
  status: Promise<number>
}

export async function connectRawClient(port: number): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1')
  // A connection reset is an expected outcome.
  socket.on('error', () => {})
  await once(socket, 'connect')
  const status = new Promise<number>(resolve => {
    let received = ''
    socket.on('data', bytes => {
      received += bytes.toString('latin1')
      if (received.includes('\r\n')) resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? Number.NaN))
    })
    socket.on('close', () => resolve(0))
  })
  return {
    socket,
    status,
    write: bytes => new Promise(resolve => socket.write(bytes, () => resolve())),
  }
}

/** The head of an upload request. @param length null for chunked encoding */
export const formHead = (contentType: string, length: number | null): string =>
  [
    'POST /storage HTTP/1.1',
    'Host: 127.0.0.1',
    `Content-Type: ${contentType}`,
    length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n')

export const chunk = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

/** Waits until `read` returns a truthy value. */
export async function waitUntil<T>(what: string, read: () => Promise<T> | T): Promise<T> {
  for (const end = Date.now() + 20_000; ; await pause(5)) {
    const seen = await read()
    if (seen) return seen
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`)
  }
}
