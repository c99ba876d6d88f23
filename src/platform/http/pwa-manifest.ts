import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/**
 * Serves what makes the site installable, from the build in `clientDir`: manifest, icons and service worker. Browsers check each time
 * whether manifest and service worker have changed.
 */
export function addPwaRoutes(clientDir: string): Hono {
  const app = new Hono()
  const cached = (value: string) => serveStatic({ root: clientDir, onFound: (_path, context) => context.header('cache-control', value) })
  for (const path of ['/sw.js', '/manifest.webmanifest']) app.use(path, cached('no-cache'))
  for (const path of ['/icon.svg', '/icons/*']) app.use(path, cached('public, max-age=86400'))
  return app
}
