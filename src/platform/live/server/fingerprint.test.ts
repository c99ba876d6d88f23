import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chosen, optional, recordValues, required } from '../record.ts'
import { fingerprintRecord, fingerprintValues } from './fingerprint.ts'

const FIELDS = { name: required(v.string()), description: optional(v.string(), '') }
const values = recordValues(FIELDS, { name: 'Spring Open' })

test('the same values have the same fingerprint, and any other value another one', () => {
  const first = fingerprintRecord(FIELDS, values, null)
  expect(fingerprintRecord(FIELDS, { ...values }, null)).toBe(first)
  const others = [
    fingerprintRecord(FIELDS, { name: '', description: 'Spring Open' }, null),
    fingerprintRecord(FIELDS, { ...values, description: 'Every year' }, null),
    fingerprintRecord(FIELDS, values, 'picture'),
    fingerprintValues('Spring Open', '', null),
  ]
  expect(new Set([first, ...others]).size).toBe(5)
})

test('a field that is declared later changes the fingerprint only of the records in which it was chosen', () => {
  const later = { ...FIELDS, capacity: chosen(v.nullable(v.number()), null) }
  expect(fingerprintRecord(later, { ...values, capacity: null })).toBe(fingerprintRecord(FIELDS, values))
  expect(fingerprintRecord(later, { ...values, capacity: 20 })).not.toBe(fingerprintRecord(FIELDS, values))
})
