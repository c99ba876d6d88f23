import { type ComponentType, createContext, type ReactNode, use, useId } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { HtmlCacheContext, useCachedHtml } from '#platform/ui/html-cache.ts'
import { PageParts } from './page-parts.ts'
import { ServerHtmlCache } from './server-html-cache.ts'

const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const OuterContext = createContext('none')

let rendered: string[] = []
let cache: ServerHtmlCache

function Name({ name, at }: { name: string; at?: Date }) {
  rendered.push(name)
  return (
    <>
      <b>{name}</b> {name} &amp; <time>{at?.toISOString()}</time>
    </>
  )
}

function Item(props: { name: string; at?: Date }) {
  const id = useId()
  return <li id={id} data-outer={use(OuterContext)} {...useCachedHtml(Name, props)} />
}

function After() {
  return (
    <p id={useId()}>
      {use(OuterContext)} {'text'}
    </p>
  )
}

const list = (names: readonly string[]): ReactNode => (
  <OuterContext value="outer">
    <ul>
      {names.map(name => (
        <Item key={name} name={name} at={new Date(0)} />
      ))}
    </ul>
    <After />
  </OuterContext>
)
function withCache(page: ReactNode): string {
  const parts = new PageParts()
  return decodeUtf8(parts.encode(renderToString(<HtmlCacheContext value={cache.forPage(parts)}>{page}</HtmlCacheContext>)))
}

function part<Props extends object>(component: ComponentType<Props>, props: Props): string {
  const parts = new PageParts()
  return decodeUtf8(parts.encode(cache.forPage(parts).render(component, props)))
}

beforeEach(() => {
  setActiveLocale('en')
  rendered = []
  cache = new ServerHtmlCache()
})

describe('a page with cached parts', () => {
  it('has the HTML of the page without, with contexts and ids around the parts', () => {
    const names = ['Ada', 'Bo <b>', 'Zoë']
    const plain = renderToString(list(names))
    expect([withCache(list(names)), withCache(list(names))]).toEqual([plain, plain])
  })

  it('renders only the parts that differ', () => {
    withCache(list(['Ada', 'Bo']))
    withCache(list(['Cy', 'Ada', 'Bo']))
    expect(rendered).toEqual(['Ada', 'Bo', 'Cy'])
  })

  it('has each part in its language', () => {
    withCache(list(['Ada']))
    setActiveLocale('de')
    withCache(list(['Ada']))
    expect(rendered).toEqual(['Ada', 'Ada'])
  })

  it('renders a document again when it has changed', () => {
    const Row = ({ row }: { row: { _id: string; name: string } }) => Name({ name: row.name })
    const row = { _id: 'a', name: 'Ada' }
    for (const each of [row, row, { ...row, name: 'Bo' }, row]) expect(part(Row, { row: each })).toContain(`<b>${each.name}</b>`)
    expect(rendered).toEqual(['Ada', 'Bo'])
  })

  it('tells components with the same properties apart', () => {
    function Other({ name }: { name: string }) {
      return <i>{name}</i>
    }
    expect(part(Name, { name: 'Ada' })).toContain('<b>Ada</b>')
    expect(part(Other, { name: 'Ada' })).toBe('<i>Ada</i>')
    expect(part(Other, { name: 'Bo' })).toBe('<i>Bo</i>')
  })

  it('reports an error of a part, and keeps nothing of it', () => {
    function Broken(_: object): ReactNode {
      throw new Error('broken')
    }
    expect(() => part(Broken, {})).toThrow('broken')
    expect(() => part(Broken, {})).toThrow('broken')
    expect(withCache(list(['Ada']))).toBe(renderToString(list(['Ada'])))
  })
})
