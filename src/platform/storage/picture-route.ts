import { Hono } from 'hono'
import { isKey, PUBLIC, type Storage } from './storage.ts'

const YEAR = 31_536_000
const TYPES: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' }

/**
 * Pictures over HTTP: an address never shows anything else than it did. What is not there may come, since an upload's `download` address is told before
 * its picture is processed: so nothing keeps that answer. Other objects are nobody's to fetch.
 */
export function pictureRoute(storage: Storage): Hono {
  const app = new Hono()
  app.get('/storage/*', async context => {
    const key = context.req.path.slice('/storage/'.length)
    const type = TYPES[/\.([a-z]+)$/.exec(key)?.[1] ?? '']
    const object = type !== undefined && key.startsWith(PUBLIC) && isKey(key) ? await storage.open(key) : null
    if (object === null || type === undefined) return context.text('There is no such picture.\n', 404, { 'cache-control': 'no-store' })
    const range = readRange(context.req.header('range'), object.bytes)
    if (range === 'none') return context.text('There is no such range.\n', 416, { 'content-range': `bytes */${object.bytes}` })
    const { start, end } = range ?? { start: 0, end: object.bytes - 1 }
    return new Response(context.req.method === 'HEAD' ? null : object.stream(range ?? undefined), {
      status: range === null ? 200 : 206,
      headers: {
        'content-type': type,
        'content-length': String(end - start + 1),
        ...(range === null ? {} : { 'content-range': `bytes ${start}-${end}/${object.bytes}` }),
        'accept-ranges': 'bytes',
        'cache-control': `public, max-age=${YEAR}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
      },
    })
  })
  return app
}

/** One range of RFC 9110; null: the whole, also for what asks for several, or for nothing that makes sense. */
export function readRange(header: string | undefined, bytes: number): { start: number; end: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return start > end ? 'none' : { start, end }
}
