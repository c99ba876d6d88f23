import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A sender who does as it likes: what it says, when it wants. */
export interface Sender {
  socket: Socket
  say(bytes: Buffer | string): Promise<void>
  /** status of the answer; 0: the line was cut without one */
  status: Promise<number>
}

export async function sender(port: number): Promise<Sender> {
  const socket = connect(port, '127.0.0.1')
  // A reset is an answer like another.
  socket.on('error', () => {})
  await once(socket, 'connect')
  const status = new Promise<number>(resolve => {
    let heard = ''
    socket.on('data', bytes => {
      heard += bytes.toString('latin1')
      if (heard.includes('\r\n')) resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? Number.NaN))
    })
    socket.on('close', () => resolve(0))
  })
  return {
    socket,
    status,
    say: bytes => new Promise(resolve => socket.write(bytes, () => resolve())),
  }
}

/** @param length null: in chunks */
export const formHead = (contentType: string, length: number | null): string =>
  [
    'POST /storage HTTP/1.1',
    'Host: 127.0.0.1',
    `Content-Type: ${contentType}`,
    length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n')

export const chunk = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

/** Waits until `look` gives something true. */
export async function until<T>(what: string, look: () => Promise<T> | T): Promise<T> {
  for (const end = Date.now() + 20_000; ; await pause(5)) {
    const seen = await look()
    if (seen) return seen
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`)
  }
}
