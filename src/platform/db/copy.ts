import { once } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/** The part of its connection that pg passes to a custom query. */
interface CopyConnection {
  stream: Socket
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

type OnEnd = (error: Error | undefined, result: { rowCount: number }) => void

/** bytes that are passed on at once */
const PART_BYTES = 1_048_576

/** Runs `COPY … TO STDOUT`. Rows are collected into parts; the socket is paused while `write` works on a part. */
class CopyOut extends pg.Query {
  failure: unknown = null
  readonly #write: (part: Buffer) => Promise<void>
  #written: Promise<void> = Promise.resolve()
  #rows: Buffer[] = []
  #bytes = 0
  #busy = false

  constructor(text: string, write: (part: Buffer) => Promise<void>, onEnd: OnEnd) {
    super(text, onEnd as never)
    this.#write = write
  }

  /** pg calls this for each row. `chunk` lies in a buffer that pg uses again, so it is copied. */
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: CopyConnection): void {
    this.#rows.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes < PART_BYTES || this.#busy) return
    stream.pause()
    this.#busy = true
    void this.#flush().then(() => {
      this.#busy = false
      if (this.failure === null) stream.resume()
      else stream.destroy()
    })
  }

  /** Resolves when `write` has worked on every part. @throws what `write` threw */
  async finish(): Promise<void> {
    await this.#written
    await this.#flush()
    if (this.failure !== null) throw this.failure
  }

  #flush(): Promise<void> {
    const part = Buffer.concat(this.#rows)
    this.#rows = []
    this.#bytes = 0
    if (part.length > 0 && this.failure === null)
      this.#written = this.#write(part).catch(error => {
        this.failure = error
      })
    return this.#written
  }
}

/**
 * Runs `COPY … TO STDOUT` and passes its output to `write` in parts of about 1 MiB, which may end anywhere. An error that `write` throws ends
 * the connection.
 * @returns the number of rows
 */
export function copyOut(client: pg.ClientBase, text: string, write: (part: Buffer) => Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    const copy = new CopyOut(text, write, (error, result) => {
      if (error) reject(copy.failure ?? error)
      else copy.finish().then(() => resolve(result.rowCount), reject)
    })
    client.query(copy)
  })
}

/** Runs `COPY … FROM STDIN`. */
class CopyIn extends pg.Query {
  ended = false
  readonly #parts: AsyncIterable<Buffer>

  constructor(text: string, parts: AsyncIterable<Buffer>, onEnd: OnEnd) {
    super(text, onEnd as never)
    this.#parts = parts
  }

  /** pg calls this when the server waits for rows. */
  handleCopyInResponse(wire: CopyConnection): void {
    this.#send(wire).catch(error => wire.sendCopyFail(error instanceof Error ? error.message : String(error)))
  }

  async #send(wire: CopyConnection): Promise<void> {
    for await (const part of this.#parts) {
      if (this.ended) return
      wire.sendCopyFromChunk(part)
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
    }
    wire.endCopyFrom()
  }
}

/**
 * Runs `COPY … FROM STDIN` with the data that `parts` yield. An error that they throw ends the command.
 * @returns the number of rows
 */
export function copyIn(client: pg.ClientBase, text: string, parts: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    const copy = new CopyIn(text, parts, (error, result) => {
      copy.ended = true
      if (error) reject(error)
      else resolve(result.rowCount)
    })
    client.query(copy)
  })
}
