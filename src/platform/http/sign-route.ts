import { Hono } from 'hono'

/** Says that this is a Skillshot, to apps that ask before they settle here: those of origins that may open sockets. */
export function signRoute(originAllowed: (origin: string) => boolean): Hono {
  const app = new Hono()
  app.get('/.well-known/skillshot', context => {
    const origin = context.req.header('origin')
    context.header('vary', 'origin')
    context.header('cache-control', 'no-store')
    if (origin !== undefined && originAllowed(origin)) context.header('access-control-allow-origin', origin)
    return context.json({ app: 'skillshot' })
  })
  return app
}
