import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { FeatureContext } from '#platform/feature-context.ts'
import { CompressedPages, pageCoding } from '#platform/http/compressed-pages.ts'
import type { ApartAssets } from '#platform/render/html-document.ts'
import { negotiateLocale } from '#platform/render/negotiate-locale.ts'
import document from '../openapi.json'
import { etagOf, matches } from './entity-tags.ts'
import { readerDocument } from './reader-document.ts'

/** The address of a site in the guide's examples. */
const EXAMPLE_SITE = 'https://scores.example'

interface Text {
  bytes: Buffer
  etag: string
}

/**
 * `GET /api/openapi.json`: the document of the API, which names this site as its server and in its examples. `GET /api`: a page on which people
 * read it.
 * @param assets returns the files of the page, of the present build
 */
export function serveDocument({ http, address, settings }: FeatureContext, assets: () => ApartAssets): void {
  const compressed = new CompressedPages()
  /** What was made last, by the address of the site or the language. */
  const made = new Map<string, { from: string; text: Text }>()

  /** @param from everything that decides what `make` returns */
  const keep = (name: string, from: string, make: () => string): Text => {
    const known = made.get(name)
    if (known?.from === from) return known.text
    const bytes = Buffer.from(make())
    const text = { bytes, etag: etagOf(bytes) }
    made.set(name, { from, text })
    return text
  }

  const send = async (context: Context, { bytes, etag }: Text, headers: Record<string, string>): Promise<Response> => {
    const { headers: asked } = (context.env as HttpBindings).incoming
    const coding = pageCoding(asked['accept-encoding'])
    // Weak, because each coding has other bytes.
    const own = { ...headers, etag: `W/${etag}` }
    if (matches(asked['if-none-match'], etag)) return context.body(null, 304, own)
    if (coding === null) return context.body(new Uint8Array(bytes), 200, own)
    return context.body(new Uint8Array(await compressed.get(bytes, coding)), 200, { ...own, 'content-encoding': coding })
  }

  const guide = (): string => document.info.description.replaceAll(EXAMPLE_SITE, address())

  http.get('/api/openapi.json', context => {
    const text = keep('document', address(), () =>
      JSON.stringify({ ...document, info: { ...document.info, description: guide() }, servers: [{ url: address() }] }),
    )
    return send(context, text, {
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      'content-type': 'application/json',
      vary: 'Accept-Encoding',
    })
  })

  http.get('/api', context => {
    const locale = negotiateLocale((context.env as HttpBindings).incoming.headers)
    const setting = { locale, siteName: settings.current().name, assets: assets() }
    const text = keep(locale, JSON.stringify([setting, address()]), () => readerDocument(guide(), setting))
    return send(context, text, {
      'cache-control': 'no-cache',
      'content-language': locale,
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding, Accept-Language, Cookie',
    })
  })
}
