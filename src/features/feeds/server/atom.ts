import { DECLARATION, xmlText } from './xml.ts'

export interface AtomEntry {
  /** absolute; also used as the entry's id */
  url: string
  title: string
  /** ms */
  at: number
  author: { name: string; url: string | null }
  /** null: no text */
  text: string | null
}

export interface AtomFeed {
  /** language of the titles; names and comments are in whichever their authors chose */
  lang: string
  siteName: string
  /** absolute URL of the site's own logo; null: it has none */
  icon: string | null
  title: string
  /** absolute URL of the feed itself; also used as its id */
  self: string
  /** absolute URL of the page that shows the same */
  page: string
  entries: readonly AtomEntry[]
}

const time = (at: number): string => new Date(at).toISOString()

/** Renders an Atom feed (RFC 4287). An empty feed says that it was updated in 1970, because the element is required. */
export function atom({ lang, siteName, icon, title, self, page, entries }: AtomFeed): string {
  const updated = entries.reduce((latest, { at }) => Math.max(latest, at), 0)
  return `${DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">
<id>${xmlText(self)}</id>
<title>${xmlText(title)}</title>
<updated>${time(updated)}</updated>
${icon === null ? '' : `<icon>${xmlText(icon)}</icon>\n`}<author><name>${xmlText(siteName)}</name></author>
<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>
<link rel="alternate" type="text/html" href="${xmlText(page)}"/>
${entries.map(renderEntry).join('')}</feed>
`
}

const renderEntry = ({ url, title, at, author, text }: AtomEntry): string => `<entry>
<id>${xmlText(url)}</id>
<title>${xmlText(title)}</title>
<updated>${time(at)}</updated>
<author><name>${xmlText(author.name)}</name>${author.url === null ? '' : `<uri>${xmlText(author.url)}</uri>`}</author>
<link rel="alternate" type="text/html" href="${xmlText(url)}"/>
${text === null ? '' : `<content type="text">${xmlText(text)}</content>\n`}</entry>
`
