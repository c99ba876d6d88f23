import { type Ejson, encode } from '../../ddp/wire/ejson.ts'

/** What the build made for the browser. */
export interface ClientAssets {
  script: string
  styles: string[]
  /** fonts and scripts to fetch early */
  preload: string[]
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, char => ENTITIES[char]!)

/** JSON that can stand inside a script element: no `<`, so that nothing in it can end the element or begin another. */
export const scriptJson = (value: Ejson): string => JSON.stringify(encode(value)).replace(/</g, '\\u003c')

/** The whole document. The first paint needs nothing but this and the stylesheet. */
export function htmlDocument(page: {
  title: string
  description: string
  robots?: 'noindex'
  html: string
  boot: Ejson
  assets: ClientAssets
}): string {
  const { title, description, robots, html, boot, assets } = page
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
${robots === undefined ? '' : `<meta name="robots" content="${robots}">\n`}<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${escapeHtml(description)}">
<meta property="og:site_name" content="Skillshot">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${assets.styles.map(href => `<link rel="stylesheet" href="${href}">`).join('\n')}
${assets.preload.map(href => (href.endsWith('.woff2') ? `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>` : `<link rel="modulepreload" href="${href}">`)).join('\n')}
<script type="module" src="${assets.script}"></script>
</head>
<body>
<div id="root">${html}</div>
<script type="application/json" id="boot">${scriptJson(boot)}</script>
</body>
</html>
`
}
