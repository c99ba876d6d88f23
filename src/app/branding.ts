import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { ClientAssets } from '../platform/render/html-document.ts'
import { accentStylesheet } from '../platform/settings/accent-colours.ts'
import type { SiteSettings } from '../platform/settings/site-settings.ts'

const PATH = '/branding.css'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/**
 * Returns the files of a build with the style sheet of the site's own accent colour, after those of the build. It counts as a part of the
 * build, so that open pages exchange it as they exchange other style sheets, without a reload. A site without an accent colour has no more
 * files than the build.
 */
export function withBranding(assets: ClientAssets, settings: SiteSettings): ClientAssets {
  const { accentColor } = settings.current()
  if (accentColor === null) return assets
  const hash = hashOf(accentStylesheet(accentColor))
  const { version, versionRefreshable, versionNonRefreshable } = assets.versions
  return {
    ...assets,
    styles: [...assets.styles, `${PATH}?v=${hash}`],
    versions: { version: `${version}-${hash}`, versionRefreshable: `${versionRefreshable}-${hash}`, versionNonRefreshable },
  }
}

/** Serves the style sheet of the accent colour, and the manifest with the name of the site. */
export function brandingRoutes(settings: SiteSettings, clientDir: string | null): Hono {
  const app = new Hono()
  app.get(PATH, context => {
    const { accentColor } = settings.current()
    if (accentColor === null) return context.notFound()
    const css = accentStylesheet(accentColor)
    const isCurrent = context.req.query('v') === hashOf(css)
    return context.body(css, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  })
  if (clientDir === null) return app
  app.get('/manifest.webmanifest', async (context, next) => {
    const { name, tagline } = settings.current()
    if (settings.sourceOf('name') === 'default' && tagline === '') return next()
    const manifest = JSON.parse(await readFile(join(clientDir, 'manifest.webmanifest'), 'utf8')) as object
    const branded = { ...manifest, name, short_name: name, ...(tagline === '' ? {} : { description: tagline }) }
    return context.body(JSON.stringify(branded), 200, { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
  })
  return app
}
