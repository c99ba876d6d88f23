import { type Ejson, encode } from '#ddp/wire/ejson.ts'
import type { Head } from '#platform/live/route.ts'
import type { Locale } from '#platform/text/locales.ts'
import { titleWithSiteName } from '#platform/text/site-name.ts'
import { withoutControls } from '#platform/text/without-controls.ts'
import { textDirection } from '#platform/ui/format/locale.ts'
import { escapeHtml } from './escape-html.ts'
import { localizedPath } from './localized-path.ts'
import { openGraphTags } from './open-graph.ts'

/** The hashes of a build. Two builds with the same `versionNonRefreshable` differ only in their style sheets. */
export interface BuildVersions {
  version: string
  /** Hash of the style sheets. */
  versionRefreshable: string
  /** Hash of everything else. */
  versionNonRefreshable: string
}

/** The paths of the files of a document apart from the pages; empty where none were built. */
export interface ApartAssets {
  script: string
  style: string
}

/** The browser files of a build, as paths. Scripts are in a folder for each language, which `localizedPath` inserts. */
export interface ClientAssets {
  versions: BuildVersions
  /** The script that loads all others once the stylesheet is there. */
  start: string
  script: string
  styles: string[]
  /** Paths of the icons of the site's own logo; undefined: the site has the icons of the product. */
  icons?: { icon: string; appleIcon: string } | undefined
  /** The files of embeds, which are no part of the pages; undefined: none were built. */
  embed?: ApartAssets | undefined
  /** The files of the page that reads the document of the API, which is none of the others; undefined: none were built. */
  reader?: ApartAssets | undefined
  /** Fonts and scripts to preload. */
  preload: string[]
  /** The further files that each page's module needs, by the module's path in this repository. */
  modules: ReadonlyMap<string, readonly string[]>
}

/** For a server without browser files. */
export const noAssets: ClientAssets = {
  versions: { version: '', versionRefreshable: '', versionNonRefreshable: '' },
  start: '',
  script: '',
  styles: [],
  preload: [],
  modules: new Map(),
}

/** JSON for a script element. `<` is escaped, so that the content can neither end the element nor begin another. */
export const scriptJson = (value: Ejson): string => JSON.stringify(encode(value)).replace(/</g, '\\u003c')

/**
 * A page to be rendered as a document. `address` is the site's URL without a slash at its end; `path` is the page's path with its query,
 * or null if there is no page at the requested URL.
 */
export interface Page extends Head {
  address: string
  /** the name of the site, which stands in titles */
  siteName: string
  path: string | null
  /** address by which other programs ask how to embed the page; null or undefined: it has no embed */
  oembed?: string | null
  locale: Locale
  html: string
  /** The data for hydration, as JSON for a script element; null for a page without scripts. */
  boot: string | null
  /** Path of the page's module in this repository; null if it has none. */
  module: string | null
  assets: ClientAssets
}

const isFont = (href: string): boolean => href.endsWith('.woff2')

/**
 * Renders the whole document. The first paint needs only this, the style sheets and a font. The browser learns of all scripts but the first,
 * which is tiny, when that one runs: after the style sheets have arrived. On a slow line nothing else shares the line with them.
 */
export function htmlDocument(page: Page): string {
  const { robots, feed, oembed, address, path, locale, html, boot, module, assets } = page
  const title = withoutControls(titleWithSiteName(page.title, page.siteName))
  const description = withoutControls(page.description)
  const preload = [...assets.preload, ...((module === null ? null : assets.modules.get(module)) ?? [])]
  const fonts = preload.filter(isFont)
  const scripts = [...preload.filter(path => !isFont(path)), assets.script].map(path => localizedPath(path, locale))
  return `<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
${robots === undefined ? '' : `<meta name="robots" content="${robots}">\n`}${openGraphTags({ ...page, title }, page.siteName, address, path)}
<meta name="color-scheme" content="dark light">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14100c">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f1e8">
${iconLinks(assets)}
<link rel="manifest" href="/manifest.webmanifest">
${feed === undefined ? '' : `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(feedInLanguage(feed, locale))}" title="${escapeHtml(title)}">`}
${oembed == null ? '' : `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}">\n`}${assets.styles.map(href => `<link rel="stylesheet" href="${href}">`).join('\n')}
${fonts.map(href => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`).join('\n')}
</head>
<body>
<div id="root">${html}</div>
${boot === null ? '' : `<script type="application/json" id="boot">${boot}</script>`}
${boot === null ? '' : `<script type="module" src="${localizedPath(assets.start, locale)}" data-scripts="${scripts.join(' ')}"></script>`}
</body>
</html>
`
}

/** The links to the icons of the site's own logo, or else to those of the product. */
const iconLinks = ({ icons }: ClientAssets): string =>
  `<link rel="icon" href="${icons?.icon ?? '/icon.svg" type="image/svg+xml'}">
<link rel="apple-touch-icon" href="${icons?.appleIcon ?? '/icons/apple-180.png'}">`

/** A feed reader asks without the reader's language, so the address that a page gives it has the page's. English is the default. */
const feedInLanguage = (feed: string, locale: Locale): string =>
  locale === 'en' ? feed : `${feed}${feed.includes('?') ? '&' : '?'}lang=${locale}`
