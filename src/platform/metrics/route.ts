import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'

const FORWARDED = /^(?:forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|x-forwarded-.+)$/
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Serves `GET /metrics`. With a token it answers requests that send it, and others with 401. Without a token it answers only requests that
 * come directly from this machine; for others there is no such page.
 * @param token null: none is configured
 */
export function metricsRoute(token: string | null, figures: { contentType: string; metrics(): Promise<string> }): Hono {
  const wanted = token === null ? null : digest(`Bearer ${token}`)
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/metrics', async (context, next) => {
    if (wanted === null) {
      const { headers, socket } = context.env.incoming
      const direct = LOOPBACK.test(socket.remoteAddress ?? '') && !Object.keys(headers).some(name => FORWARDED.test(name))
      if (!direct) return next()
    } else if (!timingSafeEqual(digest(context.req.header('authorization') ?? ''), wanted)) {
      return context.text('The figures need their token.\n', 401, { 'www-authenticate': 'Bearer' })
    }
    return context.body(await figures.metrics(), 200, { 'content-type': figures.contentType, 'cache-control': 'no-store' })
  })
  return app as unknown as Hono
}
