import { type Ejson, encode } from '../../ddp/wire/ejson.ts'
import { withoutControls } from '../live/names.ts'
import type { Head } from '../live/route.ts'
import { type Locale, textDirection } from '../ui/locale.ts'
import { escapeHtml } from './escape-html.ts'
import { shareTags } from './open-graph.ts'

/** Which build it is, each a hash. Two builds of one `versionNonRefreshable` differ in their stylesheets alone. */
export interface BuildVersions {
  version: string
  /** of the stylesheets */
  versionRefreshable: string
  /** of everything else */
  versionNonRefreshable: string
}

/** What the build made for the browser. */
export interface ClientAssets {
  versions: BuildVersions
  script: string
  styles: string[]
  /** fonts and scripts to fetch early */
  preload: string[]
  /** what a page's module needs besides these, by its path in this repository */
  modules: ReadonlyMap<string, readonly string[]>
}

/** Where no browser files are served. */
export const noAssets: ClientAssets = {
  versions: { version: '', versionRefreshable: '', versionNonRefreshable: '' },
  script: '',
  styles: [],
  preload: [],
  modules: new Map(),
}

/** JSON that can stand inside a script element: no `<`, so that nothing in it can end the element or begin another. */
export const scriptJson = (value: Ejson): string => JSON.stringify(encode(value)).replace(/</g, '\\u003c')

/** One page, to be made a document. `address`: of the site, without a slash at its end; `path`: of the page, with its query; null: there is none here */
export interface Page extends Head {
  address: string
  path: string | null
  locale: Locale
  html: string
  /** null: the page stands by itself, and no script comes with it */
  boot: Ejson | null
  /** null: none */
  module: string | null
  assets: ClientAssets
}

const isFont = (href: string): boolean => href.endsWith('.woff2')

/** The whole document. The first paint needs nothing but this and the stylesheet. */
export function htmlDocument(page: Page): string {
  const { robots, feed, address, path, locale, html, boot, module, assets } = page
  const [title, description] = [withoutControls(page.title), withoutControls(page.description)]
  const preload = [
    ...(boot === null ? assets.preload.filter(isFont) : assets.preload),
    ...((module === null ? null : assets.modules.get(module)) ?? []),
  ]
  return `<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
${robots === undefined ? '' : `<meta name="robots" content="${robots}">\n`}${shareTags(page, address, path)}
<meta name="color-scheme" content="dark light">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14100c">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f1e8">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-180.png">
<link rel="manifest" href="/manifest.webmanifest">
${feed === undefined ? '' : `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(feed)}" title="${escapeHtml(title)}">`}
${assets.styles.map(href => `<link rel="stylesheet" href="${href}">`).join('\n')}
${preload.map(href => (isFont(href) ? `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>` : `<link rel="modulepreload" href="${href}">`)).join('\n')}
${boot === null ? '' : `<script type="module" src="${assets.script}"></script>`}
</head>
<body>
<div id="root">${html}</div>
${boot === null ? '' : `<script type="application/json" id="boot">${scriptJson(boot)}</script>`}
</body>
</html>
`
}
