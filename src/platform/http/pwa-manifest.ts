import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/** What makes the site installable, as the build left it in `clientDir`: its manifest, icons, and the service worker, which browsers ask for anew each time. */
export function installable(clientDir: string): Hono {
  const app = new Hono()
  const cached = (value: string) => serveStatic({ root: clientDir, onFound: (_path, context) => context.header('cache-control', value) })
  for (const path of ['/sw.js', '/manifest.webmanifest']) app.use(path, cached('no-cache'))
  for (const path of ['/icon.svg', '/icons/*']) app.use(path, cached('public, max-age=86400'))
  return app
}
