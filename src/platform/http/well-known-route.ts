import { Hono } from 'hono'
import type { Ejson } from '#ddp/wire/ejson.ts'

/**
 * Serves `/.well-known/skillshot`, by which mobile apps find out that this server is a Skillshot site. Of other origins, only those that
 * may open sockets can read the answer (CORS).
 * @param readSettings returns the settings that are public to every browser; null: none
 */
export function addWellKnownRoute(originAllowed: (origin: string) => boolean, readSettings: () => Ejson | null): Hono {
  const app = new Hono()
  app.get('/.well-known/skillshot', context => {
    const origin = context.req.header('origin')
    context.header('vary', 'origin')
    context.header('cache-control', 'no-store')
    if (origin !== undefined && originAllowed(origin)) context.header('access-control-allow-origin', origin)
    const settings = readSettings()
    return context.json({ app: 'skillshot', ...(settings === null ? {} : { settings }) })
  })
  return app
}
