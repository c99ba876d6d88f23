import { micromark } from 'micromark'
import * as m from '#messages'
import { escapeHtml } from '#platform/render/escape-html.ts'
import type { ApartAssets } from '#platform/render/html-document.ts'
import type { Locale } from '#platform/text/locales.ts'
import { titleWithSiteName } from '#platform/text/site-name.ts'
import { withoutControls } from '#platform/text/without-controls.ts'
import { inLocale, textDirection } from '#platform/ui/format/locale.ts'

interface ReaderSetting {
  locale: Locale
  siteName: string
  assets: ApartAssets
}

/** Code is wider than a phone, so it scrolls by itself, also by the keyboard. */
const guideHtml = (markdown: string): string => micromark(markdown).replaceAll('<pre>', '<pre tabindex="0">')

/**
 * Returns the page on which people read the document of the API. Its script lists the operations (ui/reader); without it, the page has the guide
 * and says where the document is. Guide and document are in English in each language.
 * @param guide as Markdown
 */
export const readerDocument = (guide: string, { locale, siteName, assets }: ReaderSetting): string =>
  inLocale(locale, () => {
    const text = (message: string): string => escapeHtml(withoutControls(message))
    const noScript = `<p class="note">${text(m.rest_no_script())}</p>`
    return `<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(titleWithSiteName(m.rest_title(), siteName))}</title>
<meta name="description" content="${text(m.rest_words())}">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="service-desc" href="/api/openapi.json" type="application/json">
${assets.style === '' ? '' : `<link rel="stylesheet" href="${assets.style}">\n`}</head>
<body>
<header class="top"><a href="/"><bdi>${text(siteName)}</bdi></a></header>
<main>
<h1>${text(m.rest_title())}</h1>
<p class="note">${text(m.rest_words())} <a href="/api/openapi.json">${text(m.rest_document())}</a></p>
<details class="guide"><summary>${text(m.rest_guide())}</summary>
<div lang="en" dir="ltr">
${guideHtml(guide)}
</div>
</details>
<h2>${text(m.rest_operations())}</h2>
${
  assets.script === ''
    ? noScript
    : `<noscript>${noScript}</noscript>
<p class="note" id="loading" role="status" hidden>${text(m.rest_loading())}</p>
<div id="failed" role="alert" hidden><p class="note">${text(m.rest_failed())}</p><button type="button" id="again">${text(m.ui_try_again())}</button></div>
<div id="ready" hidden>
<form class="find" role="search"><label for="find">${text(m.rest_find())}</label><input type="search" id="find" dir="auto" autocomplete="off" spellcheck="false"></form>
<p class="note" id="found" role="status" data-text="${text(m.rest_found({ found: '{found}', all: '{all}' }))}"></p>
<div id="reader" lang="en" dir="ltr"></div>
</div>`
}
</main>
${assets.script === '' ? '' : `<script src="${assets.script}" defer></script>\n`}</body>
</html>
`
  })
