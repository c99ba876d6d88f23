import { expect, it } from 'vitest'
import type { Fields } from '#ddp/wire/ejson.ts'
import { createSnapshotDataSource } from './ssr-data-source.ts'

const machine = (fields: Fields) => ({ collection: 'machines', id: 'm', fields })
const read = (...subscriptions: ReturnType<typeof machine>[][]) =>
  createSnapshotDataSource(subscriptions.map((documents, i) => ({ name: `p${i}`, params: [], documents, error: null })))
    .store.collection('machines')
    .get('m')

it('has the same document in every page while its fields are the same', () => {
  const fields = { name: 'Medieval Madness' }
  const first = read([machine(fields)])
  expect(first).toEqual({ _id: 'm', name: 'Medieval Madness' })
  expect(read([machine(fields)])).toBe(first)
  expect(read([machine({ ...fields })])).not.toBe(first)
})

it('joins the fields of a document that two subscriptions have; those of the first count', () => {
  const fields = { name: 'Medieval Madness', players: 3 }
  expect(read([machine(fields)], [machine({ players: 4 })])).toBe(read([machine(fields)]))
  expect(read([machine(fields)], [machine({ players: 4, year: 1997 })])).toEqual({ _id: 'm', ...fields, year: 1997 })
})
