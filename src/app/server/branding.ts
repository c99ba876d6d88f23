import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { IMMUTABLE } from '#platform/http/cache-control.ts'
import type { ClientAssets } from '#platform/render/html-document.ts'
import { accentStylesheet } from '#platform/settings/accent-colours.ts'
import { isSiteIcon, type SiteIcon, type SiteLogo } from '#platform/settings/site-logo.ts'
import type { SiteSettings } from '#platform/settings/site-settings.ts'

const PATH = '/branding.css'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/**
 * Returns the files of a build with the icons of the site's own logo, and with the style sheet of its accent colour after those of the build.
 * The style sheet counts as a part of the build, so that open pages exchange it as they exchange other style sheets, without a reload. A site
 * without an accent colour has no more files than the build.
 */
export function withBranding(assets: ClientAssets, settings: SiteSettings, logo: SiteLogo): ClientAssets {
  const { accentColor } = settings.current()
  const [icon, appleIcon] = [logo.path('192'), logo.path('180')]
  const icons = icon === null || appleIcon === null ? undefined : { icon, appleIcon }
  if (accentColor === null) return { ...assets, icons }
  const hash = hashOf(accentStylesheet(accentColor))
  const { version, versionRefreshable, versionNonRefreshable } = assets.versions
  return {
    ...assets,
    icons,
    styles: [...assets.styles, `${PATH}?v=${hash}`],
    versions: { version: `${version}-${hash}`, versionRefreshable: `${versionRefreshable}-${hash}`, versionNonRefreshable },
  }
}

/** Serves the style sheet of the accent colour, the icons of the logo, and the manifest with the name of the site. */
export function brandingRoutes(settings: SiteSettings, logo: SiteLogo, clientDir: string | null): Hono {
  const app = new Hono()
  app.get(PATH, context => {
    const { accentColor } = settings.current()
    if (accentColor === null) return context.notFound()
    const css = accentStylesheet(accentColor)
    const isCurrent = context.req.query('v') === hashOf(css)
    return context.body(css, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': isCurrent ? IMMUTABLE : 'no-cache',
    })
  })
  app.get('/branding/:file{[\\w-]+\\.png}', async context => {
    const name = context.req.param('file').slice(0, -'.png'.length)
    const version = logo.version()
    const png = isSiteIcon(name) ? await logo.icon(name) : null
    if (png === null) return context.notFound()
    return context.body(new Uint8Array(png), 200, {
      'content-type': 'image/png',
      'cache-control': context.req.query('v') === version ? IMMUTABLE : 'no-cache',
    })
  })
  if (clientDir === null) return app
  app.get('/manifest.webmanifest', async (context, next) => {
    const { name, tagline } = settings.current()
    if (settings.sourceOf('name') === 'default' && tagline === '' && logo.version() === null) return next()
    const manifest = JSON.parse(await readFile(join(clientDir, 'manifest.webmanifest'), 'utf8')) as Manifest
    const branded = { ...withIcons(manifest, logo), name, short_name: name, ...(tagline === '' ? {} : { description: tagline }) }
    return context.body(JSON.stringify(branded), 200, { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
  })
  return app
}

interface ManifestIcon {
  src: string
  sizes: string
  type: string
  purpose?: string
}

interface Manifest {
  icons: ManifestIcon[]
  shortcuts: { icons: ManifestIcon[] }[]
}

/** Returns the manifest with the icons of the site's own logo, if it has one. */
function withIcons(manifest: Manifest, logo: SiteLogo): Manifest {
  const icon = (name: SiteIcon, side: number, purpose?: string): ManifestIcon[] => {
    const src = logo.path(name)
    return src === null ? [] : [{ src, sizes: `${side}x${side}`, type: 'image/png', ...(purpose === undefined ? {} : { purpose }) }]
  }
  const small = icon('192', 192)
  if (small.length === 0) return manifest
  return {
    ...manifest,
    icons: [...small, ...icon('512', 512), ...icon('maskable-512', 512, 'maskable')],
    shortcuts: manifest.shortcuts.map(shortcut => ({ ...shortcut, icons: small })),
  }
}
