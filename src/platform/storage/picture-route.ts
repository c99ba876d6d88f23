import { Hono } from 'hono'
import { IMMUTABLE } from '#platform/http/cache-control.ts'
import { isKey, PUBLIC_PREFIX, type Storage } from './storage.ts'

const TYPES: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' }

/**
 * Serves public pictures over HTTP. The picture at a URL never changes, so it may be cached for a year. A 404 is not cached, because an
 * upload's `download` URL is known before its picture has been processed. Other objects cannot be fetched.
 */
export function pictureRoute(storage: Storage): Hono {
  const app = new Hono()
  app.get('/storage/*', async context => {
    const key = context.req.path.slice('/storage/'.length)
    const type = TYPES[/\.([a-z]+)$/.exec(key)?.[1] ?? '']
    const object = type !== undefined && key.startsWith(PUBLIC_PREFIX) && isKey(key) ? await storage.open(key) : null
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
        'cache-control': IMMUTABLE,
        'content-security-policy': "default-src 'none'; sandbox",
      },
    })
  })
  return app
}

/**
 * Parses a `range` header with one range (RFC 9110); both ends are inclusive.
 * @returns null for the whole object, also if the header is invalid or asks for several ranges; `none` if the range is beyond the object
 */
export function readRange(header: string | undefined, bytes: number): { start: number; end: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return start > end ? 'none' : { start, end }
}
