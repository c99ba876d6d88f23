import type { MiddlewareHandler } from 'hono'

/** Lets pages of the origins that may open sockets read an answer, with the name of its file (CORS). The app on phones is one of them. */
export const readableByApps =
  (originAllowed: (origin: string) => boolean): MiddlewareHandler =>
  async (context, next) => {
    await next()
    const origin = context.req.header('origin')
    context.header('vary', 'origin')
    if (origin === undefined || !originAllowed(origin)) return
    context.header('access-control-allow-origin', origin)
    context.header('access-control-expose-headers', 'content-disposition')
  }
