import { LRUCache } from 'lru-cache'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { spokenLocale } from '../ui/format/locale.ts'
import type { HtmlCache } from '../ui/html-cache.ts'

const MAX_BYTES = 16_000_000
/** Strings with characters beyond Latin-1 take two bytes a character. */
const BYTES = 2

/** The HTML of parts of pages, least recently used first. A part is found by its component, language and properties. */
export class ServerHtmlCache implements HtmlCache {
  readonly #html = new LRUCache<string, string>({
    maxSize: MAX_BYTES,
    sizeCalculation: (html, key) => BYTES * (html.length + key.length),
  })
  readonly #ids = new Map<object, number>()

  render<Props extends object>(component: ComponentType<Props>, props: Props): string {
    const key = `${this.#idOf(component)} ${spokenLocale()} ${JSON.stringify(props)}`
    const known = this.#html.get(key)
    if (known !== undefined) return known
    const html = renderToString(createElement(component, props))
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
