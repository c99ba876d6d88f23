import { describe, expect, it } from 'vitest'
import { embedCode, embedHeight, embedOfPage, embedPath, embedQuery, readEmbedQuery, rowsWithin } from './rules.ts'

const read = (query: string) => readEmbedQuery(new URLSearchParams(query))

describe('the query of an embed', () => {
  it('may say nothing', () => {
    expect(read('')).toEqual({ theme: null, rows: null, accent: null, isTransparent: false, locale: null })
  })

  it('says theme, rows, accent, ground and language', () => {
    expect(read('theme=dark&rows=3&accent=FF8800&transparent=1&lang=ar')).toEqual({
      theme: 'dark',
      rows: 3,
      accent: '#ff8800',
      isTransparent: true,
      locale: 'ar',
    })
  })

  it.each([
    ['theme=', 'theme'],
    ['theme=Dark', 'theme'],
    ['theme=sepia', 'theme'],
    ['rows=2', 'rows'],
    ['rows=21', 'rows'],
    ['rows=03', 'rows'],
    ['rows=5.5', 'rows'],
    ['rows=', 'rows'],
    ['accent=%23ff8800', 'accent'],
    ['accent=f80', 'accent'],
    ['accent=red;}', 'accent'],
    ['transparent=0', 'transparent'],
    ['transparent=', 'transparent'],
    ['lang=fr', 'lang'],
    ['lang=EN', 'lang'],
  ])('is refused with a sentence, and not ignored, where a value is none: %s', (query, name) => {
    const answer = read(query)
    expect(answer).toMatch(/^[A-Z][^\n]+\.$/)
    expect(answer).toContain(name === 'lang' ? 'language' : name)
  })

  it('is refused with what it does not know, and with what it says twice', () => {
    expect(read('colour=dark')).toMatch(/no other/)
    expect(read('toString=1')).toMatch(/no other/)
    expect(read('rows=5&rows=5')).toMatch(/once/)
  })

  it('is written as it is read', () => {
    const look = { theme: 'light', rows: 20, accent: '#00ff7f', isTransparent: true, locale: 'de' } as const
    expect(embedQuery(look)).toBe('theme=light&rows=20&accent=00ff7f&transparent=1&lang=de')
    expect(read(embedQuery(look))).toEqual(look)
    expect(embedPath({ kind: 'venue', id: 'späti-2' }, {})).toBe('/embed/venue/sp%C3%A4ti-2')
    expect(embedPath({ kind: 'event', id: 'e' }, { rows: 5 }, true)).toBe('/embed/event/e/overlay?rows=5')
  })
})

it('belongs to the pages of machines, events and venues, and to no other', () => {
  expect(embedOfPage('/machines/m1?window=week')).toEqual({ kind: 'board', id: 'm1' })
  expect(embedOfPage('/events/e1')).toEqual({ kind: 'event', id: 'e1' })
  expect(embedOfPage('/venues/sp%C3%A4ti')).toEqual({ kind: 'venue', id: 'späti' })
  for (const path of [
    '/',
    '/machines',
    '/events/new',
    '/events/check-in?code=1',
    '/events/claim',
    '/venues/new',
    '/events/e1/live',
    '/groups/g',
    '/venues/%FF',
  ])
    expect([path, embedOfPage(path)]).toEqual([path, null])
})

it('has as many rows as fit in a height', () => {
  for (const kind of ['board', 'event', 'venue'] as const)
    for (const rows of [3, 10, 20]) expect(rowsWithin(kind, embedHeight(kind, rows))).toBe(rows)
  expect([rowsWithin('board', 1), rowsWithin('board', 10_000)]).toEqual([3, 20])
})

it('is code without a style, in which names are text', () => {
  expect(
    embedCode({ url: 'https://site.example/embed/board/m?theme=dark&rows=5', title: 'Lights "Out" <b>', width: '100%', height: 372 }),
  ).toBe(
    '<iframe src="https://site.example/embed/board/m?theme=dark&amp;rows=5" title="Lights &quot;Out&quot; &lt;b&gt;" width="100%" height="372" loading="lazy" frameborder="0"></iframe>',
  )
})
