import { isLocale, LOCALES, type Locale } from '#platform/text/locales.ts'

/** What can be shown on pages of other sites: the board of a machine, the standings of an event, the machines of a venue. */
export const EMBED_KINDS = ['board', 'event', 'venue'] as const
export type EmbedKind = (typeof EMBED_KINDS)[number]

export const EMBED_THEMES = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof EMBED_THEMES)[number]

export const LEAST_EMBED_ROWS = 3
export const MOST_EMBED_ROWS = 20
/** How many rows are shown where the address does not say it. */
export const USUAL_EMBED_ROWS = 10
export const USUAL_OVERLAY_ROWS = 8

/** How an embed looks, as the parameters of its address say. */
export interface EmbedLook {
  /** `auto`: that of the reader's device. null: the address does not say it */
  theme: EmbedTheme | null
  /** null: the address does not say it */
  rows: number | null
  /** `#rrggbb`; null: the site's own */
  accent: string | null
  /** nothing is drawn behind the rows, so that the page around them is seen */
  isTransparent: boolean
  /** null: the language that the reader's browser asks for */
  locale: Locale | null
}

/** What each parameter may be, in a sentence for who has typed an address. */
const RULES = {
  theme: 'The theme of an embed is auto, light or dark.',
  rows: `An embed has ${LEAST_EMBED_ROWS} to ${MOST_EMBED_ROWS} rows.`,
  accent: 'The accent of an embed is six hexadecimal digits, such as ffb02e.',
  transparent: 'The parameter transparent is 1 or left out.',
  lang: `The language of an embed is one of ${LOCALES.join(', ')}.`,
} as const
const NO_OTHER = `An embed takes the parameters ${Object.keys(RULES).join(', ')}, and no other.`
const ONCE = 'An embed takes each parameter once.'

const isParameter = (name: string): name is keyof typeof RULES => Object.hasOwn(RULES, name)

/** Reads one value into a look. @returns false: the value is none that the parameter can have */
const READERS: Readonly<Record<keyof typeof RULES, (value: string, look: EmbedLook) => boolean>> = {
  theme(value, look) {
    look.theme = EMBED_THEMES.find(each => each === value) ?? null
    return look.theme !== null
  },
  rows(value, look) {
    look.rows = /^[1-9]\d?$/.test(value) ? Number(value) : 0
    return look.rows >= LEAST_EMBED_ROWS && look.rows <= MOST_EMBED_ROWS
  },
  accent(value, look) {
    look.accent = `#${value.toLowerCase()}`
    return /^[\da-f]{6}$/i.test(value)
  },
  transparent(value, look) {
    look.isTransparent = true
    return value === '1'
  },
  lang(value, look) {
    look.locale = isLocale(value) ? value : null
    return look.locale !== null
  },
}

/**
 * Reads the query of an embed's address. What it does not know is refused and not ignored: a typing error would otherwise show an embed that
 * looks unlike what was meant, for as long as the page around it exists.
 * @returns the look, or a sentence that says what is wrong
 */
export function readEmbedQuery(query: Iterable<[string, string]>): EmbedLook | string {
  const look: EmbedLook = { theme: null, rows: null, accent: null, isTransparent: false, locale: null }
  const known = new Set<string>()
  for (const [name, value] of query) {
    if (!isParameter(name)) return NO_OTHER
    if (known.has(name)) return ONCE
    known.add(name)
    if (!READERS[name](value, look)) return RULES[name]
  }
  return look
}

/** Writes the query that `readEmbedQuery` reads, without its question mark; empty where everything is as usual. */
export function embedQuery({ theme, rows, accent, isTransparent, locale }: Partial<EmbedLook>): string {
  // Values as plain as these need no encoding.
  const query: string[] = []
  if (theme != null) query.push(`theme=${theme}`)
  if (rows != null) query.push(`rows=${rows}`)
  if (accent != null) query.push(`accent=${accent.slice(1)}`)
  if (isTransparent) query.push('transparent=1')
  if (locale != null) query.push(`lang=${locale}`)
  return query.join('&')
}

/** Whose embed it is. @property id that of the machine or event, or the slug of the venue */
export interface EmbedSubject {
  kind: EmbedKind
  id: string
}

/** Returns the path of an embed with its query. */
export function embedPath({ kind, id }: EmbedSubject, look: Partial<EmbedLook>, isOverlay = false): string {
  const query = embedQuery(look)
  return `/embed/${kind}/${encodeURIComponent(id)}${isOverlay ? '/overlay' : ''}${query === '' ? '' : `?${query}`}`
}

/** The pages that have an embed, by the first part of their paths. */
const PAGES: Readonly<Record<string, EmbedKind>> = { machines: 'board', events: 'event', venues: 'venue' }
/** Pages beside those of one event or venue. */
const OTHER_PAGES = ['new', 'check-in', 'claim']

/** Returns whose embed belongs to a page. @param path of a page, with or without its query; null: none does */
export function embedOfPage(path: string): EmbedSubject | null {
  const [, part, id] = /^\/(machines|events|venues)\/([^/?#]+)\/?(?:[?#]|$)/.exec(path) ?? []
  if (part === undefined || id === undefined || OTHER_PAGES.includes(id)) return null
  try {
    return { kind: PAGES[part]!, id: decodeURIComponent(id) }
  } catch {
    return null
  }
}

/** The heights of an embed's parts in px, which ui/frame/frame.css draws. */
const HEAD = 96
const FOOT = 46
const ROW: Readonly<Record<EmbedKind, number>> = { board: 46, event: 46, venue: 60 }

/** The width of an embed where no other was asked for, in px. */
export const EMBED_WIDTH = 480

/** Returns the height in px at which so many rows are seen whole. */
export const embedHeight = (kind: EmbedKind, rows: number): number => HEAD + FOOT + rows * ROW[kind]

/** Returns the most rows that are seen whole in a height, within what an embed can have. */
export const rowsWithin = (kind: EmbedKind, height: number): number =>
  Math.max(LEAST_EMBED_ROWS, Math.min(MOST_EMBED_ROWS, Math.floor((height - HEAD - FOOT) / ROW[kind])))

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const attribute = (text: string): string => text.replace(/[&<>"]/g, char => ENTITIES[char]!)

/**
 * Returns the HTML that shows an embed on a page. It has no style of its own, so that it works on pages whose content security policy allows
 * none; `frameborder` does what a style would.
 */
export const embedCode = ({ url, title, width, height }: { url: string; title: string; width: string; height: number }): string =>
  `<iframe src="${attribute(url)}" title="${attribute(title)}" width="${width}" height="${height}" loading="lazy" frameborder="0"></iframe>`
