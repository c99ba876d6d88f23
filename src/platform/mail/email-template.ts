import * as m from '#messages'
import type { Locale } from '#platform/text/locales.ts'
import { textDirection } from '#platform/ui/format/locale.ts'
import type { EmailSite } from './email-site.ts'

/** A paragraph, the main action as a button, a secondary action as a link, or a labelled value. */
export type Block = string | { button: string; url: string } | { link: string; url: string } | { fact: string; value: string }

export interface EmailTemplateContent {
  subject: string
  /** The preview text that mail programs show beside the subject in a list. */
  preview: string
  title: string
  /** Name of the recipient. */
  name: string
  body: readonly Block[]
  /** Small print at the end: what to do if the e-mail was not expected. */
  closing: string
  site: EmailSite
  locale: Locale
}

export interface EmailContent {
  subject: string
  text: string
  html: string
}

/**
 * Renders the content as plain text, with every URL on its own line, and as HTML without tables. The only picture or other external resource
 * is the site's own logo, if it has one. Call it in `inLocale`, because it adds messages of its own.
 */
export function renderEmail({ subject, preview, title, name, body, closing, site, locale }: EmailTemplateContent): EmailContent {
  const greeting = greet(name)
  const text = [greeting, ...body.map(asText), closing, `${site.name}\n${site.url}`].join('\n\n')
  const html = `<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f7f1e8;-webkit-text-size-adjust:100%;text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preview)}</div>
<div class="page text" lang="${locale}" dir="${textDirection(locale)}" style="padding:32px 16px 40px;background-color:#f7f1e8;color:#251d15;font:400 16px/1.55 ${FACE}">
<div style="max-width:544px;margin:0 auto">
<p style="margin:0 0 20px;padding:0 4px"><a class="text" href="${escaped(site.url)}" style="${BRAND}">${asMark(site)}${escaped(site.name)}</a></p>
<div class="card" style="padding:36px 28px 28px;background-color:#fffdf9;border:1px solid #e5dac9;border-radius:18px">
<div style="width:44px;height:4px;margin:0 0 20px;border-radius:2px;background-color:#ffb02e;font-size:0;line-height:0"></div>
<h1 style="margin:0 0 20px;font-size:26px;line-height:1.2;font-weight:700;letter-spacing:-0.01em">${escaped(title)}</h1>
<p style="margin:0 0 16px">${escaped(greeting)}</p>
${body.map(asHtml).join('\n')}
<p class="muted rule" style="margin:28px 0 0;padding:20px 0 0;border-top:1px solid #e5dac9;color:#665949;font-size:14px">${escaped(closing)}</p>
</div>
</div>
</div>
</body>
</html>
`
  return { subject, text: `${text}\n`, html }
}

const FACE = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans','Liberation Sans',Arial,sans-serif"

const BRAND = 'color:#251d15;font-size:18px;font-weight:700;letter-spacing:-0.01em;line-height:32px;text-decoration:none'

/** The site's own logo, or that of the product. Many mail programs show the former only when the reader wants pictures; its place stays. */
const asMark = ({ logo = null }: EmailSite): string =>
  logo === null
    ? MARK
    : `<img src="${escaped(logo)}" alt="" width="32" height="32" style="width:32px;height:32px;margin:0 10px 0 0;border:0;border-radius:8px;vertical-align:middle">`

/** The logo of the product, drawn with borders, because mail programs remove SVG and block pictures. */
const MARK =
  '<span aria-hidden="true" style="display:inline-block;width:32px;height:32px;margin:0 10px 0 0;border-radius:8px;background-color:#241809;vertical-align:middle;font-size:0;line-height:0;text-align:left">' +
  '<span style="display:inline-block;width:9px;height:18px;margin:5px 0 0 14px;border:4px solid #ffb02e;border-width:4px 4px 0 0;border-radius:0 12px 0 0;vertical-align:top"></span>' +
  '<span style="display:inline-block;width:12px;height:12px;margin:9px 0 0 -22px;border-radius:6px;background-color:#f4ede2;vertical-align:top"></span>' +
  '</span>'

/** The inline styles are for the light colour scheme. Mail programs that support the dark one use this style sheet. */
const DARK = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #14100c !important; }
  .card { background-color: #1e1914 !important; border-color: #332b23 !important; }
  .sunken { background-color: #14100c !important; }
  .rule { border-color: #332b23 !important; }
  .text { color: #f6eee2 !important; }
  .muted { color: #b9ac9c !important; }
  .link { color: #ffc057 !important; }
}
`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, each => ENTITIES[each]!)

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu

const onOneLine = (text: string): string => text.replace(CONTROLS, ' ').trim()

/** The greeting. Line breaks in the name are removed; a name that a mail program would turn into a link is left out. */
function greet(name: string): string {
  const plain = onOneLine(name)
  return plain === '' || /\S[.:/@]\S/.test(plain) ? m.ui_mail_hello() : m.ui_mail_hello_name({ name: plain })
}

function asText(block: Block): string {
  if (typeof block === 'string') return block
  if ('fact' in block) return `${block.fact}: ${onOneLine(block.value)}`
  return `${'button' in block ? block.button : block.link}\n${block.url}`
}

function asHtml(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px">${escaped(block)}</p>`
  if ('fact' in block) {
    return `<p class="sunken" style="margin:0 0 16px;padding:12px 16px;border-radius:10px;background-color:#f7f1e8"><span class="muted" style="color:#665949;font-size:14px">${escaped(block.fact)}</span><br><strong style="font-size:18px;overflow-wrap:anywhere">${escaped(onOneLine(block.value))}</strong></p>`
  }
  const url = escaped(block.url)
  if ('link' in block) {
    return `<p style="margin:0 0 16px"><a class="link" href="${url}" style="color:#875000">${escaped(block.link)}</a></p>`
  }
  return `<p style="margin:28px 0 16px"><a href="${url}" style="display:inline-block;border:solid #ffb02e;border-width:13px 26px;border-radius:12px;background-color:#ffb02e;color:#2a1900;font-weight:700;line-height:22px;text-decoration:none">${escaped(block.button)}</a></p>
<p class="muted" style="margin:0 0 16px;color:#665949;font-size:14px">${escaped(m.ui_mail_copy())}<br><a dir="ltr" class="link" href="${url}" style="color:#875000;word-break:break-all">${url}</a></p>`
}
