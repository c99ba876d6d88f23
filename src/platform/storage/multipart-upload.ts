import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { Clock } from '#ddp/timing/clock.ts'
import type { LocalDisk, Part } from './local-disk.ts'
import { type AllowedPost, PostRejected, verifyPost } from './verify-post-policy.ts'

/** Timeouts in milliseconds: without a byte, and for the whole form. */
const IDLE_TIMEOUT_MS = 15_000
const TOTAL_TIMEOUT_MS = 120_000
/** Maximum size of a form in bytes without its file. */
const MAX_OVERHEAD_BYTES = 64 * 1024

const tooLarge = (): PostRejected => new PostRejected(413, 'The form is too large.')

/**
 * Streams the file of a signed upload form to the disk. Nothing is written if the form is not correctly signed.
 * A rejected form is still read to its end, unless it is too large, because a client that is still sending would not read the response.
 * @throws PostRejected
 */
export async function parseMultipartUpload(request: IncomingMessage, disk: LocalDisk, clock: Clock, maxBytes: number): Promise<void> {
  const maxFormBytes = maxBytes + MAX_OVERHEAD_BYTES
  if (Number(request.headers['content-length'] ?? 0) > maxFormBytes) throw tooLarge()
  const form = new SignedForm(request, disk, clock)
  const abort = (): void => {
    const onTimeout = new PostRejected(408, 'The form did not come in time.')
    form.refuse(onTimeout)
    request.destroy(onTimeout)
  }
  const totalTimer = clock.after(TOTAL_TIMEOUT_MS, abort)
  let idleTimer = clock.after(IDLE_TIMEOUT_MS, abort)
  let bytes = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      idleTimer.cancel()
      idleTimer = clock.after(IDLE_TIMEOUT_MS, abort)
      bytes += chunk.length
      if (bytes > maxFormBytes) throw tooLarge()
      await form.write(chunk)
    }
    const { part, key } = await form.end()
    await part.commit(key)
  } catch (error) {
    await form.drop()
    throw (error as { code?: string }).code === 'ECONNRESET' ? new PostRejected(400, 'The form was cut off.') : error
  } finally {
    idleTimer.cancel()
    totalTimer.cancel()
  }
}

/** The parser of a form: first its fields, then its file. */
class SignedForm {
  readonly #parser: BusboyInstance
  readonly #fields = new Map<string, string>()
  #file: BusboyFileStream | null = null
  #receiving: Promise<{ part: Part; key: string }> | null = null
  #refused: Error | null = null
  #resume: () => void = () => {}

  constructor(request: IncomingMessage, disk: LocalDisk, clock: Clock) {
    try {
      this.#parser = new Busboy({
        headers: request.headers as { 'content-type': string },
        limits: { fieldNameSize: 100, fieldSize: 8192, fields: 20, files: 1, parts: 22, headerPairs: 10 },
        isPartAFile: name => name === 'file',
      })
    } catch {
      throw new PostRejected(400, 'This is not a form with a file.')
    }
    this.#parser.on('field', (name, value, nameCut, valueCut) => this.#field(name, value, nameCut || valueCut))
    this.#parser.on('file', (_name, file) => {
      this.#file = file
      // If the form ends inside its file, the file emits an error in addition to the parser's, perhaps when it is no longer read.
      file.on('error', () => {})
      this.#receiving = this.#take(file, disk, clock)
      this.#receiving.catch(error => this.refuse(error))
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      this.#parser.on(limit, () => this.refuse(new PostRejected(400, 'The form has too many parts.')))
    this.#parser.on('error', () => this.refuse(new PostRejected(400, 'The form could not be read.')))
  }

  /** Rejects the form. The rest of it is ignored. */
  refuse(error: Error): void {
    this.#refused ??= error
    this.#resume()
  }

  write(chunk: Buffer): Promise<void> {
    return this.#unlessRefused(done => this.#parser.write(chunk, () => done()))
  }

  /** @throws PostRejected */
  async end(): Promise<{ part: Part; key: string }> {
    // All bytes have been parsed. A parser that has found no file may never emit `finish`.
    if (this.#receiving === null) this.refuse(new PostRejected(400, 'The form has no file.'))
    await this.#unlessRefused(done => this.#parser.once('finish', done).end())
    if (this.#refused !== null) throw this.#refused
    return this.#receiving!
  }

  async drop(): Promise<void> {
    this.#file?.destroy(this.#refused ?? new PostRejected(400, 'The form has not ended.'))
    const received = await this.#receiving?.catch(() => null)
    await received?.part.drop()
  }

  #unlessRefused(work: (done: () => void) => void): Promise<void> {
    return new Promise(resolve => {
      if (this.#refused !== null) return resolve()
      this.#resume = resolve
      work(resolve)
    })
  }

  #field(name: unknown, value: string, abort: boolean): void {
    if (this.#file !== null) return this.refuse(new PostRejected(400, 'Nothing may follow the file.'))
    if (typeof name !== 'string' || abort || this.#fields.has(name.toLowerCase()))
      return this.refuse(new PostRejected(400, 'The form has a field without a name, too long, or twice.'))
    this.#fields.set(name.toLowerCase(), value)
  }

  async #take(file: AsyncIterable<Buffer>, disk: LocalDisk, clock: Clock): Promise<{ part: Part; key: string }> {
    if (this.#refused !== null) throw this.#refused
    const allowed = verifyPost(this.#fields, disk.secret, clock.now())
    return { part: await disk.receive(countBytes(file, allowed)), key: allowed.key }
  }
}

async function* countBytes(file: AsyncIterable<Buffer>, { minBytes, maxBytes }: AllowedPost): AsyncIterable<Buffer> {
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > maxBytes) break
    yield chunk
  }
  if (bytes < minBytes || bytes > maxBytes) throw new PostRejected(400, 'The file has not the size that was allowed.')
}
