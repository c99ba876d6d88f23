import type { Head } from '#platform/live/route.ts'
import { withoutControls } from '#platform/text/without-controls.ts'
import { escapeHtml } from './escape-html.ts'

/**
 * Renders the Open Graph and Twitter tags.
 * @param siteName the name of the site
 * @param address URL of the site, without a slash at its end; must not depend on the request, because pages are cached by their path
 * @param path canonical path of the page; null if there is no page at the requested URL
 */
export function openGraphTags({ title, description, image }: Head, siteName: string, address: string, path: string | null): string {
  const properties: Record<string, string> = {
    'og:title': title,
    'og:description': description,
    'og:type': 'website',
    'og:site_name': siteName,
    ...(path === null ? {} : { 'og:url': address + path }),
    ...(image === undefined
      ? {}
      : {
          'og:image': address + image.path,
          'og:image:width': String(image.width),
          'og:image:height': String(image.height),
          'og:image:alt': image.alt,
        }),
  }
  const names: Record<string, string> = {
    'twitter:card': image === undefined ? 'summary' : 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    ...(image === undefined ? {} : { 'twitter:image': address + image.path, 'twitter:image:alt': image.alt }),
  }
  const tags = (attribute: string, values: Record<string, string>): string[] =>
    Object.entries(values).map(([name, value]) => `<meta ${attribute}="${name}" content="${escapeHtml(withoutControls(value))}">`)
  return [...tags('property', properties), ...tags('name', names)].join('\n')
}
