import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Fields } from '#ddp/wire/ejson.ts'
import { definePublication, PART_ROWS, type Parts, partsOf } from '#platform/live/contract.ts'
import { linkToNext, listDocuments } from './answers.ts'

const publication = (parts?: Parts<unknown>) =>
  definePublication('x.list', v.unknown(), ['rows', 'facts'], {
    access: 'everybody',
    errors: [],
    ...(parts === undefined ? {} : { parts }),
  })

const documents = (...all: [collection: string, id: string, fields: Fields][]) => ({
  documents: all.map(([collection, id, fields]) => ({ collection, id, fields })),
})

const list = (parts: Parts<unknown> | undefined, limit: number | undefined, ...all: Parameters<typeof documents>) => {
  const { json, last } = listDocuments(publication(parts), limit === undefined ? {} : { limit }, documents(...all))
  return { ids: (JSON.parse(json) as { rows: { _id: string }[] }).rows.map(({ _id }) => _id), last }
}

describe('what a publication shows', () => {
  it('comes by collection, each document once, and empty lists too', () => {
    const { json, last } = listDocuments(
      publication(),
      {},
      documents(['rows', 'b', { n: 1 }], ['rows', 'a', { n: 2 }], ['rows', 'b', { n: 1 }]),
    )
    expect(JSON.parse(json)).toEqual({
      rows: [
        { _id: 'b', n: 1 },
        { _id: 'a', n: 2 },
      ],
      facts: [],
    })
    expect(last).toBe(null)
  })

  it('is sorted where it comes in parts, and goes on after the last row if it is full', () => {
    const rows: Parameters<typeof documents> = [
      ['rows', 'b', { at: new Date(2), n: 1 }],
      ['rows', 'c', { at: new Date(2), n: 1 }],
      ['rows', 'a', { at: new Date(3), n: 1 }],
    ]
    expect(list(partsOf('rows', '-at', '-_id'), 3, ...rows)).toEqual({ ids: ['a', 'c', 'b'], last: 'b' })
    expect(list(partsOf('rows', 'at'), 4, ...rows)).toEqual({ ids: ['b', 'c', 'a'], last: null })
    expect(
      list(
        partsOf('rows', ({ at }) => (at as Date).getTime() !== 3, '_id'),
        2,
        ...rows,
      ),
    ).toEqual({ ids: ['a', 'b', 'c'], last: 'b' })
  })

  it('may be sorted by what another document says of a row', () => {
    const all: Parameters<typeof documents> = [
      ['rows', 'a', { n: 1 }],
      ['rows', 'b', { n: 2 }],
      ['facts', 'a', { weight: 1 }],
      ['facts', 'b', { weight: 2 }],
    ]
    expect(list(partsOf('rows', '-weight'), 2, ...all)).toEqual({ ids: ['b', 'a'], last: 'a' })
  })

  it('does not go on where its contract says so, and has a usual length', () => {
    const rows = Array.from({ length: PART_ROWS }, (_, i): [string, string, Fields] => ['rows', `${i}`, { n: i }])
    expect(list({ rows: 'rows', order: () => null }, undefined, ...rows).last).toBe(null)
    expect(list(partsOf('rows', 'n'), undefined, ...rows).last).toBe(`${PART_ROWS - 1}`)
    expect(list(partsOf('rows', 'n'), undefined, ...rows.slice(1)).last).toBe(null)
  })
})

it('the link to the next part repeats the request, whatever is in it', () => {
  const url = new URL('https://scores.example/api/v1/users/list?text=a%26b%3E%20%C3%BC&before=x&limit=2')
  const link = linkToNext(url, 'y>;"')
  expect(link).toBe('</api/v1/users/list?text=a%26b%3E+%C3%BC&before=y%3E%3B%22&limit=2>; rel="next"')
  const next = new URL(/<(.*)>/.exec(link)![1]!, url)
  expect(Object.fromEntries(next.searchParams)).toEqual({ text: 'a&b> ü', before: 'y>;"', limit: '2' })
  expect(linkToNext(new URL('https://scores.example/api/v1/groups/list'), 'y')).toBe('</api/v1/groups/list?before=y>; rel="next"')
})
