import { createHash } from 'node:crypto'
import * as m from '#messages'
import { escapeHtml } from '#platform/render/escape-html.ts'
import { type ApartAssets, scriptJson } from '#platform/render/html-document.ts'
import { accentColours, type ColourScheme } from '#platform/settings/accent-colours.ts'
import type { Locale } from '#platform/text/locales.ts'
import { withoutControls } from '#platform/text/without-controls.ts'
import { textDirection } from '#platform/ui/format/locale.ts'
import { ordinal, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { rankShapes } from '#players/rules/rank-shapes.ts'
import { type EmbedKind, type EmbedLook, type EmbedTheme, USUAL_EMBED_ROWS, USUAL_OVERLAY_ROWS } from '../rules.ts'
import type { EmbedRequest, EmbedRow, EmbedView } from './embed-view.ts'

/** Everything that decides how an embed looks besides what it shows. */
export interface EmbedSetting {
  kind: EmbedKind
  isOverlay: boolean
  look: EmbedLook
  locale: Locale
  /** `#rrggbb`; null: that of the style sheet */
  accent: string | null
  siteName: string
  assets: ApartAssets
}

/** The subscriptions of an embed, with the versions of the documents that it shows. ui/frame/live-state.ts reads it. */
export type ShownRequest = EmbedRequest & { version: string | null }

/** Returns how many rows an embed shows. */
export const shownRows = (look: EmbedLook, isOverlay: boolean): number => look.rows ?? (isOverlay ? USUAL_OVERLAY_ROWS : USUAL_EMBED_ROWS)

/** An overlay stands on a moving picture, where the scheme of the computer that sends it says nothing. */
const themeOf = ({ look, isOverlay }: Pick<EmbedSetting, 'look' | 'isOverlay'>): EmbedTheme =>
  isOverlay && (look.theme === null || look.theme === 'auto') ? 'dark' : (look.theme ?? 'auto')

/** As specific as the rules of a theme in the style sheet, which it follows. */
const rule = (accent: string, scheme: ColourScheme): string =>
  `:root[data-theme]{${Object.entries(accentColours(accent, scheme))
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`

/** Returns the rules of an accent colour, which are legible in the embed's theme; empty: none was chosen. */
export function accentStyle(setting: Pick<EmbedSetting, 'accent' | 'look' | 'isOverlay'>): string {
  const { accent } = setting
  if (accent === null) return ''
  const theme = themeOf(setting)
  if (theme !== 'auto') return rule(accent, theme)
  return `${rule(accent, 'dark')}@media (prefers-color-scheme:light){${rule(accent, 'light')}}`
}

/** Returns what a content security policy calls an inline style, or nothing for none. */
export const styleSource = (style: string): string =>
  style === '' ? '' : ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** A text that somebody else has written. */
const foreign = (text: string): string => `<bdi>${escapeHtml(withoutControls(text))}</bdi>`
/**
 * Opens another page in a tab of its own, because the embed is a small part of somebody else's page. A name has its own direction, so that one
 * that is too long loses its end and not its beginning.
 */
const link = (page: string, content: string, name: string): string =>
  `<a class="${name}" dir="auto" href="${escapeHtml(page)}" target="_blank" rel="noopener">${content}</a>`

const medal = (rank: number): string => {
  const shape = rankShapes[rank - 1]
  const drawn = shape === undefined ? '' : `<svg viewBox="0 0 40 40" aria-hidden="true" focusable="false"><path d="${shape.d}"/></svg>`
  const tone = shape === undefined ? '' : ` ${shape.tone}`
  const words = escapeHtml(m.players_rank_place({ nth: ordinal(rank) }))
  return `<span class="rank${tone}">${drawn}<span class="number" aria-hidden="true">${plainNumber(rank)}</span><span class="unseen">${words}</span></span>`
}

function rowHtml({ key, rank, name, page, notes, figure, unit }: EmbedRow): string {
  const named = page === null ? `<span class="name" dir="auto">${foreign(name)}</span>` : link(page, foreign(name), 'name')
  const below = notes.length === 0 ? '' : `<span class="note">${notes.map(foreign).join(' · ')}</span>`
  const shown =
    figure === null
      ? ''
      : `<span class="figure"><bdi>${escapeHtml(figure)}</bdi>${unit === null ? '' : ` <span class="unit">${escapeHtml(unit)}</span>`}</span>`
  return `<li class="row" data-row="${escapeHtml(key)}" data-mark="${escapeHtml(figure ?? '')}">${rank === null ? '' : medal(rank)}<span class="who">${named}${below}</span>${shown}</li>`
}

function mainHtml(view: EmbedView, { siteName }: EmbedSetting): string {
  const { kicker, title, page, badge, facts, rows, empty, whole } = view
  const list = rows.some(({ rank }) => rank !== null) ? 'ol' : 'ul'
  const state = badge === null ? '' : `<span class="badge${badge.isLive ? ' live' : ''}">${escapeHtml(badge.text)}</span>`
  return `<header class="head">
<p class="kicker">${escapeHtml(kicker)}${state}</p>
<h1>${link(page, foreign(title), 'title')}</h1>
<p class="facts">${facts.map(fact => `<span>${foreign(fact)}</span>`).join('')}</p>
</header>
${rows.length === 0 ? `<p class="empty">${escapeHtml(empty)}</p>` : `<${list} class="rows" role="list">${rows.map(rowHtml).join('')}</${list}>`}
<footer class="foot">${link(page, escapeHtml(whole), 'whole')}${link('/', foreign(siteName), 'site')}</footer>`
}

interface Frame {
  setting: EmbedSetting
  title: string
  head: string
  name: string
  main: string
  after: string
}

function frameDocument({ setting, title, head, name, main, after }: Frame): string {
  const { locale, look, isOverlay, assets } = setting
  const style = accentStyle(setting)
  const flags = `${isOverlay ? ' data-overlay' : ''}${look.isTransparent || isOverlay ? ' data-transparent' : ''}`
  const count = shownRows(look, isOverlay)
  return `<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}" data-theme="${themeOf(setting)}" data-size="${count <= 10 ? 'large' : count <= 14 ? 'medium' : 'small'}"${flags}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(withoutControls(title))}</title>
${head}${assets.style === '' ? '' : `<link rel="stylesheet" href="${assets.style}">\n`}${style === '' ? '' : `<style>${style}</style>\n`}</head>
<body>
<main id="embed" class="${name}">
${main}
</main>
${after}</body>
</html>
`
}

/** Returns the whole document of an embed: complete without a script, which only keeps it up to date. */
export function embedDocument(view: EmbedView, shown: readonly ShownRequest[], setting: EmbedSetting, address: string): string {
  const { kind, siteName, assets } = setting
  const state = scriptJson({
    subscriptions: shown.map(each => ({ ...each, collections: [...each.collections] })),
    build: assets.script + assets.style,
  })
  return frameDocument({
    setting,
    title: `${view.title} · ${siteName}`,
    head: `<link rel="canonical" href="${escapeHtml(address + view.page)}">\n`,
    name: kind,
    main: mainHtml(view, setting),
    after: `<p id="connection" role="status" hidden>${escapeHtml(m.ui_link_waiting())}</p>
<script type="application/json" id="live">${state}</script>
${assets.script === '' ? '' : `<script src="${assets.script}" defer></script>\n`}`,
  })
}

/** Returns the document that stands in place of what does not exist and of what is private: the same bytes for both. */
export const missingDocument = (setting: EmbedSetting): string =>
  frameDocument({
    setting,
    title: m.embeds_missing(),
    head: '',
    name: 'missing',
    main: `<header class="head"><h1>${escapeHtml(m.embeds_missing())}</h1><p class="facts"><span>${escapeHtml(m.embeds_missing_words())}</span></p></header>
<footer class="foot">${link('/', foreign(setting.siteName), 'site')}</footer>`,
    after: '',
  })
