import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Clock } from '../../ddp/timing/clock.ts'
import { type Allowed, checkedPost, PostRefused } from './checked-post.ts'
import type { LocalDisk } from './local-disk.ts'

/** ms without a byte, and for the whole form */
const QUIET = 15_000
const WHOLE = 120_000
/** bytes that the fields of a form may have besides its file */
const OVERHEAD = 64 * 1024

/** Writes the file of a signed form, piece by piece, and nothing of one that is not. @throws PostRefused */
export async function receiveForm(request: IncomingMessage, disk: LocalDisk, clock: Clock, mostBytes: number): Promise<void> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN)
  if (declared > mostBytes + OVERHEAD) throw new PostRefused(413, 'The form is too large.')
  const part = await disk.receive()
  const watch = watchdog(request, clock, mostBytes + OVERHEAD)
  try {
    const { allowed, bytes } = await written(request, disk, clock, part.file)
    if (bytes < allowed.minBytes || bytes > allowed.maxBytes) throw new PostRefused(400, 'The file has not the size that was allowed.')
    await part.settle(allowed.key)
  } catch (error) {
    await part.drop()
    throw error instanceof PostRefused ? error : new PostRefused(400, 'The form could not be read.')
  } finally {
    watch.stop()
  }
}

/** Cuts a sender who lets us wait, or does not end. */
function watchdog(request: IncomingMessage, clock: Clock, mostBytes: number): { stop(): void } {
  let bytes = 0
  const cut = (): void => void request.destroy(new PostRefused(400, 'The form did not come in time.'))
  let quiet = clock.after(QUIET, cut)
  const whole = clock.after(WHOLE, cut)
  const heard = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > mostBytes) request.destroy(new PostRefused(413, 'The form is too large.'))
    quiet.cancel()
    quiet = clock.after(QUIET, cut)
  }
  request.on('data', heard)
  return {
    stop() {
      request.off('data', heard)
      quiet.cancel()
      whole.cancel()
    },
  }
}

async function written(
  request: IncomingMessage,
  disk: LocalDisk,
  clock: Clock,
  to: NodeJS.WritableStream,
): Promise<{ allowed: Allowed; bytes: number }> {
  const fields = new Map<string, string>()
  let file: Promise<{ allowed: Allowed; bytes: number }> | null = null
  let refused: PostRefused | null = null
  const refuse = (error: PostRefused): void => {
    refused ??= error
  }
  const parser = new Busboy({
    headers: request.headers as { 'content-type': string },
    limits: { fieldNameSize: 100, fieldSize: 8192, fields: 20, files: 1, parts: 22, headerPairs: 10, fileSize: Number.POSITIVE_INFINITY },
  })
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (file !== null) return
    if (typeof name !== 'string' || nameCut || valueCut || fields.has(name.toLowerCase()))
      return refuse(new PostRefused(400, 'The form has a field that is too long, or twice.'))
    fields.set(name.toLowerCase(), value)
  })
  parser.on('file', (name, stream) => {
    const take = async (): Promise<{ allowed: Allowed; bytes: number }> => {
      if (name !== 'file') throw new PostRefused(400, 'The file must be called "file".')
      if (refused !== null) throw refused
      const allowed = checkedPost(fields, disk.secret, clock.now())
      return { allowed, bytes: await poured(stream, to, allowed.maxBytes) }
    }
    file = take()
    file.catch(() => stream.resume())
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => refuse(new PostRefused(400, 'The form has too many parts.')))
  await pipeline(request, parser)
  if (refused !== null) throw refused
  if (file === null) throw new PostRefused(400, 'The form has no file.')
  return file
}

/** Writes a part to a file, but no more of it than `most`; the rest is let go. @returns how many bytes it had */
function poured(part: NodeJS.ReadableStream, to: NodeJS.WritableStream, most: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    to.once('error', reject)
    part.once('error', reject)
    part.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most || to.write(chunk)) return
      part.pause()
      to.once('drain', () => part.resume())
    })
    part.once('end', () => to.end(() => resolve(bytes)))
  })
}
