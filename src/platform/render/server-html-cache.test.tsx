import { createContext, type ReactNode, use, useId } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { speak } from '../ui/format/locale.ts'
import { HtmlCacheContext, useCachedHtml } from '../ui/html-cache.ts'
import { ServerHtmlCache } from './server-html-cache.ts'

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
const withCache = (page: ReactNode): string => renderToString(<HtmlCacheContext value={cache}>{page}</HtmlCacheContext>)

beforeEach(() => {
  speak('en')
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
    speak('de')
    withCache(list(['Ada']))
    expect(rendered).toEqual(['Ada', 'Ada'])
  })

  it('tells components with the same properties apart', () => {
    function Other({ name }: { name: string }) {
      return <i>{name}</i>
    }
    expect([cache.render(Name, { name: 'Ada' }), cache.render(Other, { name: 'Ada' })][1]).toBe('<i>Ada</i>')
  })

  it('reports an error of a part, and keeps nothing of it', () => {
    function Broken(_: object): ReactNode {
      throw new Error('broken')
    }
    expect(() => cache.render(Broken, {})).toThrow('broken')
    expect(() => cache.render(Broken, {})).toThrow('broken')
    expect(withCache(list(['Ada']))).toBe(renderToString(list(['Ada'])))
  })
})
