import type { IncomingMessage } from 'node:http'

/** Why a body was not read, as an HTTP status; null: the client has disconnected. */
export type BodyRefusal = 408 | 413 | null

export interface BodyOptions {
  /** Called for each chunk with its size in bytes. Returning false refuses the body, and no more is read. */
  take(bytes: number): boolean
  /** ms within which the whole body must arrive */
  timeout: number
}

/** Reads a request's body. @returns its bytes, or the reason why it was not read */
export function readBody(request: IncomingMessage, { take, timeout }: BodyOptions): Promise<Buffer | BodyRefusal> {
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    const settle = (outcome: Buffer | BodyRefusal): void => {
      clearTimeout(timer)
      request.off('data', onData)
      resolve(outcome)
    }
    const onData = (chunk: Buffer): void => {
      if (take(chunk.length)) chunks.push(chunk)
      else settle(413)
    }
    const timer = setTimeout(() => settle(408), timeout)
    timer.unref()
    request.on('data', onData)
    request.once('end', () => settle(Buffer.concat(chunks)))
    request.once('close', () => settle(null))
    request.once('error', () => settle(null))
  })
}

/**
 * ms that a client has to read its answer before the connection is cut. Cutting it while the client still sends resets the connection, and
 * the client's operating system then discards an answer that has not been read.
 */
const TERMINATE_AFTER_MS = 250

/** Reads and discards a body. If it is longer than `maxBytes` bytes, stops reading and cuts the connection soon. */
export function dropBody(request: IncomingMessage, maxBytes: number): void {
  let bytes = 0
  const terminateSoon = (): void => {
    request.off('data', onData).pause()
    setTimeout(() => request.destroy(), TERMINATE_AFTER_MS).unref()
  }
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > maxBytes) terminateSoon()
  }
  request.on('error', () => {})
  request.on('data', onData)
}
