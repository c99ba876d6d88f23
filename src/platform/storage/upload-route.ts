import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Clock } from '#ddp/timing/clock.ts'
import type { LocalDisk } from './local-disk.ts'
import { parseMultipartUpload } from './multipart-upload.ts'
import { PostRejected } from './verify-post-policy.ts'

export interface UploadRouteOptions {
  disk: LocalDisk
  clock: Clock
  /** The size limit of a file in bytes: the largest of all kinds of uploads. */
  maxBytes: number
  originAllowed(origin: string): boolean
}

/** The HTTP route that accepts signed upload forms for the local disk. */
export function uploadRoute({ disk, clock, maxBytes, originAllowed }: UploadRouteOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use('/storage', async (context, next) => {
    context.header('vary', 'origin')
    const origin = context.req.header('origin')
    if (origin !== undefined && !originAllowed(origin)) return context.text('Forms from there are not taken.\n', 403)
    if (origin !== undefined) context.header('access-control-allow-origin', origin)
    return next()
  })
  app.options('/storage', context =>
    context.body(null, 204, {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
    }),
  )
  app.post('/storage', async context => {
    try {
      await parseMultipartUpload(context.env.incoming, disk, clock, maxBytes)
      return context.body(null, 204)
    } catch (error) {
      if (error instanceof PostRejected) return context.text(`${error.message}\n`, error.status)
      throw error
    }
  })
  return app
}
