import { Hono } from 'hono'
import type { Ejson } from '../../ddp/wire/ejson.ts'

/** Says that this is a Skillshot, to apps that ask before they settle here: those of origins that may open sockets. @param settings what every browser is told of the configuration; null: nothing */
export function signRoute(originAllowed: (origin: string) => boolean, settings: Ejson | null): Hono {
  const app = new Hono()
  app.get('/.well-known/skillshot', context => {
    const origin = context.req.header('origin')
    context.header('vary', 'origin')
    context.header('cache-control', 'no-store')
    if (origin !== undefined && originAllowed(origin)) context.header('access-control-allow-origin', origin)
    return context.json({ app: 'skillshot', ...(settings === null ? {} : { settings }) })
  })
  return app
}
