import { once } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/** What pg hands to a query of one's own. */
interface Wire {
  stream: Socket
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(why: string): void
}

const MEBIBYTE = 1 << 20

/** `COPY … TO STDOUT`: rows are gathered, and no more are taken from the socket while a part is being dealt with. */
class CopyOut extends pg.Query {
  /** resolves when every part has been taken; never rejects */
  taken: Promise<void> = Promise.resolve()
  failure: unknown = null
  readonly #take: (part: Buffer) => Promise<void>
  #rows: Buffer[] = []
  #bytes = 0
  #busy = false

  constructor(text: string, take: (part: Buffer) => Promise<void>, callback: (error: Error | undefined, result: { rowCount: number }) => void) {
    super(text, callback as never)
    this.#take = take
  }

  /** pg calls it for each row, with a piece of a buffer that it uses again. */
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Wire): void {
    this.#rows.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes < MEBIBYTE || this.#busy) return
    stream.pause()
    this.#busy = true
    this.#flush().finally(() => {
      this.#busy = false
      if (this.failure === null) stream.resume()
      else stream.destroy()
    })
  }

  /** Hands on what has been gathered. */
  async finish(): Promise<void> {
    await this.taken
    await this.#flush()
    if (this.failure !== null) throw this.failure
  }

  #flush(): Promise<void> {
    const part = Buffer.concat(this.#rows)
    this.#rows = []
    this.#bytes = 0
    if (part.length > 0 && this.failure === null)
      this.taken = this.#take(part).catch(error => {
        this.failure = error
      })
    return this.taken
  }
}

/**
 * Runs `COPY … TO STDOUT` and gives out what comes, about a mebibyte at a time and cut anywhere; what `take` throws ends the connection.
 * @returns how many rows there were
 */
export async function copyOut(client: pg.ClientBase, text: string, take: (part: Buffer) => Promise<void>): Promise<number> {
  let copy: CopyOut | null = null
  const rows = new Promise<number>((resolve, reject) => {
    copy = new CopyOut(text, take, (error, result) => (error ? reject(error) : resolve(lastOf(result).rowCount)))
    client.query(copy)
  })
  const query = copy as unknown as CopyOut
  const count = await rows.catch(error => {
    throw query.failure ?? error
  })
  await query.finish()
  return count
}

/** `COPY … FROM STDIN` */
class CopyIn extends pg.Query {
  over = false
  readonly #parts: AsyncIterable<Buffer>

  constructor(
    text: string,
    parts: AsyncIterable<Buffer>,
    callback: (error: Error | undefined, result: { rowCount: number }) => void,
  ) {
    super(text, callback as never)
    this.#parts = parts
  }

  handleCopyInResponse(wire: Wire): void {
    this.#send(wire).catch(error => wire.sendCopyFail(error instanceof Error ? error.message : String(error)))
  }

  async #send(wire: Wire): Promise<void> {
    for await (const part of this.#parts) {
      if (this.over) return
      wire.sendCopyFromChunk(part)
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
    }
    wire.endCopyFrom()
  }
}

/**
 * Runs `COPY … FROM STDIN` with what `parts` give.
 * @returns how many rows there were
 */
export async function copyIn(client: pg.ClientBase, text: string, parts: AsyncIterable<Buffer>): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    const copy = new CopyIn(text, parts, (error, result) => {
      copy.over = true
      if (error) reject(error)
      else resolve(lastOf(result).rowCount)
    })
    client.query(copy)
  })
}

/** pg answers with a list where a text held several statements. */
const lastOf = (result: { rowCount: number } | { rowCount: number }[]): { rowCount: number } => (Array.isArray(result) ? result.at(-1)! : result)
