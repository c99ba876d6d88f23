import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chosen, optional, recordValues, required, shownFields } from './record.ts'

const FIELDS = {
  name: required(v.string()),
  description: optional(v.string(), ''),
  capacity: chosen(v.nullable(v.number()), null),
  tieBreaks: chosen(v.array(v.string()), ['places']),
}

test('documents leave out what is as the fallback of a chosen field, be it a value or a list', () => {
  const values = recordValues(FIELDS, { name: 'Spring Open' })
  expect(shownFields(FIELDS, { ...values, tieBreaks: ['places'] })).toEqual({ name: 'Spring Open', description: '' })
  const other = { capacity: 0, tieBreaks: ['places', 'wins'] }
  expect(shownFields(FIELDS, { ...values, ...other })).toEqual({ name: 'Spring Open', description: '', ...other })
})

test('a record has what is given, otherwise what it had before, otherwise the fallback', () => {
  const before = recordValues(FIELDS, { name: 'Spring Open', capacity: 20 })
  expect(recordValues(FIELDS, { name: 'Summer Open', description: undefined }, before)).toEqual({ ...before, name: 'Summer Open' })
  expect(recordValues(FIELDS, { capacity: null }, before).capacity).toBeNull()
})
