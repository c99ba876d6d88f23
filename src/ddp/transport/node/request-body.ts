import type { IncomingMessage } from 'node:http'

/** Why a body was not taken, as an HTTP status; null: the other side is gone. */
export type BodyRefusal = 408 | 413 | null

export interface BodyOptions {
  /** Asked for each piece, with its size in bytes. false: too much, and nothing more is read. */
  take(bytes: number): boolean
  /** ms for the whole body */
  deadline: number
}

/** Reads a request's body. @returns its bytes, or why it was not taken */
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

/** ms that a client has to read its answer before the line is cut: what it still sends would make its system forget the answer */
const CUT_AFTER = 250

/** Reads a body that nobody wants, and takes no more of one that is too long: its line is cut soon. @param most bytes */
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
