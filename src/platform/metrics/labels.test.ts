import fc from 'fast-check'
import { expect, it } from 'vitest'
import { errorClass, httpMethodLabel, outcomeLabel } from './labels.ts'

it('names outcomes by their code', () => {
  expect([null, 400, 403, 500, 'too-many-requests', 448.5].map(outcomeLabel)).toEqual([
    ...['ok', '400', '403', '500', 'too-many-requests', 'other'],
  ])
})

it('names classes of SQLSTATE, and what is none', () => {
  const codes = ['23505', '57P01', 'XX000', 'EPIPE', 'ECONNREFUSED', undefined]
  expect(codes.map(code => errorClass({ code }))).toEqual(['23', '57', 'XX', 'connection', 'connection', 'connection'])
  expect(errorClass(null)).toBe('connection')
})

it('has few values, whatever comes', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer(), fc.double()), given => {
      seen.add(outcomeLabel(given))
      seen.add(httpMethodLabel(String(given)))
    }),
    { numRuns: 5000 },
  )
  expect([...seen].filter(value => !/^(other|too-many-requests|[45]\d\d|GET|HEAD|POST|OPTIONS)$/.test(value))).toEqual([])
})
