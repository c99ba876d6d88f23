import type { Ejson, Fields } from '#ddp/wire/ejson.ts'
import type { Head } from '#platform/live/route.ts'
import type { PageParts } from '#platform/render/page-parts.ts'
import type { Locale } from '#platform/text/locales.ts'

/**
 * A subscription that a page is rendered from, with its documents. This file types the server's view of the pages: the subscriptions of an
 * address, and its HTML.
 */
export interface PageSnapshot {
  name: string
  params: Ejson[]
  version: string | null
  documents: { collection: string; id: string; fields: Fields }[]
  error: unknown
}

export interface PageRequest {
  /** path and whitelisted query in canonical form: the key under which the page is cached */
  url: string
  subscriptions: { name: string; params: Ejson[] }[]
}

export interface PageMarkup extends Head {
  status: 200 | 404
  /** The page is a neutral frame, in place of one that may be private. */
  frame?: true
  /** content of the root element */
  html: string
  /** path in this repository of the module whose scripts the page needs */
  module: string | null
}

export interface RenderOptions {
  /** ms: the time for which the page is rendered */
  now: number
  locale: Locale
  /** the part of the configuration that every browser gets; null: none */
  settings: Ejson
  /** Collects parts of the page that are cached in encoded form, such as board rows. In the HTML a comment marks the position of each. */
  parts: PageParts
}

export type RenderPage = (url: string, snapshots: readonly PageSnapshot[], options: RenderOptions) => Promise<PageMarkup>

/**
 * Renders what replaces a page that cannot be made because the database is unreachable.
 * @param url in the canonical form that `pageRequest` returns
 */
/** @param settings the part of the configuration that every browser gets */
export type RenderUnavailablePage = (url: string, locale: Locale, settings: Ejson) => Head & { html: string }

export declare const renderUnavailablePage: RenderUnavailablePage
/** @param locale of the reader: a page may subscribe to a text in this language */
export declare function pageRequest(url: string, locale: Locale): PageRequest
export declare const renderPage: RenderPage
