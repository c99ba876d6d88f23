import type { Ejson, Fields } from '../ddp/wire/ejson.ts'
import type { Head } from '../platform/live/route.ts'
import type { Locale } from '../platform/ui/locale.ts'

/** How the server sees the pages: what to subscribe to for an address, and what it then looks like. */
export interface PageSnapshot {
  name: string
  params: Ejson[]
  version: string | null
  documents: { collection: string; id: string; fields: Fields }[]
  error: unknown
}

export interface PageRequest {
  /** path and whitelisted query, in one spelling: what the page is cached by */
  url: string
  subscriptions: { name: string; params: Ejson[] }[]
}

export interface RenderedPage extends Head {
  status: 200 | 404
  /** what stands inside the root element */
  html: string
  /** whose scripts the page needs, by its path in this repository */
  module: string | null
}

/** @param now ms: the moment the page shows @param settings what every browser is told of the configuration; null: nothing */
export type RenderPage = (
  url: string,
  snapshots: readonly PageSnapshot[],
  now: number,
  locale: Locale,
  settings: Ejson,
) => Promise<RenderedPage>

/** What stands in place of a page that cannot be made, because the database is away. @param url as `pageRequest` spells it */
export type RenderAway = (url: string, locale: Locale) => Head & { html: string }

export declare const renderAway: RenderAway
/** @param locale of the reader: a page may ask for a text in it */
export declare function pageRequest(url: string, locale: Locale): PageRequest
export declare const renderPage: RenderPage
