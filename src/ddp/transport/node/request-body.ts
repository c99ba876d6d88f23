import type { IncomingMessage } from 'node:http'

/** Why a body was not read, as an HTTP status; null: the client has disconnected. */
export type BodyRefusal = 408 | 413 | null

export interface BodyOptions {
  /** Called for each chunk with its size in bytes. Returning false refuses the body, and no more is read. */
  take(bytes: number): boolean
  /** ms within which the whole body must arrive */
  deadline: number
}

/** Reads a request's body. @returns its bytes, or the reason why it was not read */
export function readBody(request: IncomingMessage, { take, deadline }: BodyOptions): Promise<Buffer | BodyRefusal> {
  return new Promise(resolve => {
    const parts: Buffer[] = []
    const settle = (outcome: Buffer | BodyRefusal): void => {
      clearTimeout(late)
      request.off('data', onData)
      resolve(outcome)
    }
    const onData = (part: Buffer): void => {
      if (take(part.length)) parts.push(part)
      else settle(413)
    }
    const late = setTimeout(() => settle(408), deadline)
    late.unref()
    request.on('data', onData)
    request.once('end', () => settle(Buffer.concat(parts)))
    request.once('close', () => settle(null))
    request.once('error', () => settle(null))
  })
}

/**
 * ms that a client has to read its answer before the connection is cut. Cutting it while the client still sends resets the connection, and
 * the client's operating system then discards an answer that has not been read.
 */
const CUT_AFTER = 250

/** Reads and discards a body. If it is longer than `most` bytes, stops reading and cuts the connection soon. */
export function dropBody(request: IncomingMessage, most: number): void {
  let bytes = 0
  const cut = (): void => {
    request.off('data', onData).pause()
    setTimeout(() => request.destroy(), CUT_AFTER).unref()
  }
  const onData = (part: Buffer): void => {
    bytes += part.length
    if (bytes > most) cut()
  }
  request.on('error', () => {})
  request.on('data', onData)
}
