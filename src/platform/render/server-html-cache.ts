import { LRUCache } from 'lru-cache'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import type { HtmlCache } from '#platform/ui/html-cache.ts'
import { type PageParts, toUtf8 } from './page-parts.ts'

const MAX_BYTES = 16_000_000

/** A number for each document. Documents are immutable, and the same object in every page. */
const documentNumbers = new WeakMap<object, number>()
let documents = 0

/** Returns a text for a property: the same for the same document, and for other values with the same JSON. */
function propertyKey(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('_id' in value)) return JSON.stringify(value) ?? ''
  let number = documentNumbers.get(value)
  if (number === undefined) {
    number = ++documents
    documentNumbers.set(value, number)
  }
  return `#${number}`
}

/** The HTML of parts of pages in UTF-8, least recently used first. A part is found by its component, language and properties. */
export class ServerHtmlCache {
  readonly #html = new LRUCache<string, Uint8Array>({ maxSize: MAX_BYTES, sizeCalculation: (html, key) => html.length + key.length })
  readonly #ids = new Map<object, number>()

  /** Returns the cache for rendering one page, whose HTML gets comments in the place of parts. */
  forPage(parts: PageParts): HtmlCache {
    return { render: (component, props) => parts.add(this.#render(component, props)) }
  }

  #render<Props extends object>(component: ComponentType<Props>, props: Props): Uint8Array {
    let key = `${this.#idOf(component)} ${getActiveLocale()}`
    for (const [name, value] of Object.entries(props)) key += ` ${name} ${propertyKey(value)}`
    const known = this.#html.get(key)
    if (known !== undefined) return known
    const html = toUtf8(renderToString(createElement(component, props)))
    this.#html.set(key, html)
    return html
  }

  #idOf(component: object): number {
    let id = this.#ids.get(component)
    if (id === undefined) {
      id = this.#ids.size
      this.#ids.set(component, id)
    }
    return id
  }
}
