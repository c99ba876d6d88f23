import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const UPGRADE = [
  'Host: x',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

export interface RawSocket {
  socket: Socket
  /** everything received, including the response to the upgrade request */
  received(): Buffer
  /** ms from `since` until the connection was closed, and the code of the server's last close frame; null if it sent none */
  closed(since: number): Promise<{ ms: number; code: number | null }>
}

/** Opens a TCP connection that follows no protocol. Received data is kept; a reset counts as any other end. */
export async function openRawSocket(port: number): Promise<RawSocket> {
  const parts: Buffer[] = []
  let ended = 0
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.on('data', part => parts.push(part))
  const closed = new Promise<void>(resolve =>
    socket.on('close', () => {
      ended = performance.now()
      resolve()
    }),
  )
  await once(socket, 'connect')
  return {
    socket,
    received: () => Buffer.concat(parts),
    async closed(since) {
      await closed
      return { ms: ended - since, code: closeCode(Buffer.concat(parts)) }
    },
  }
}

/** Opens a connection and requests a WebSocket. @returns the connection, and the HTTP status of the response */
export async function openRawWebSocket(
  port: number,
  headers: readonly string[] = [],
  path = '/websocket',
): Promise<RawSocket & { status: number }> {
  const connection = await openRawSocket(port)
  connection.socket.write(`${[`GET ${path} HTTP/1.1`, ...UPGRADE, ...headers].join('\r\n')}\r\n\r\n`)
  while (!connection.received().includes('\r\n\r\n'))
    await Promise.race([once(connection.socket, 'data'), once(connection.socket, 'close')])
  return { ...connection, status: Number(/^HTTP\/1\.1 (\d+)/.exec(connection.received().toString('latin1'))?.[1]) }
}

/** Returns a frame of a client, masked with zeros, so that its payload appears unchanged. */
export function encodeFrame(opcode: number, payload: Buffer, { fin = true, rsv = 0, mask = true } = {}): Buffer {
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = (fin ? 0x80 : 0) | rsv | opcode
  head[1] = (mask ? 0x80 : 0) | (length < 126 ? length : length < 65_536 ? 126 : 127)
  if (head.length === 4) head.writeUInt16BE(length, 2)
  else if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat(mask ? [head, Buffer.alloc(4), payload] : [head, payload])
}

export const TEXT = 1
export const textFrame = (text: string): Buffer => encodeFrame(TEXT, Buffer.from(text))

/** Returns the code of the last frame from the server if that is a close frame, else null. */
function closeCode(received: Buffer): number | null {
  let at = received.indexOf('\r\n\r\n') + 4
  let code: number | null = null
  while (at >= 4 && at + 2 <= received.length) {
    const short = received[at + 1]!
    const size = short < 126 ? short : short === 126 ? received.readUInt16BE(at + 2) : Number(received.readBigUInt64BE(at + 2))
    const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10)
    code = (received[at]! & 15) === 8 && size >= 2 ? received.readUInt16BE(start) : null
    at = start + size
  }
  return code
}
