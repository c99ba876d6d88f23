import { expect, it } from 'vitest'
import { randomId } from './random-id.ts'

it('is 17 of the 55 characters, each of which comes in each place', () => {
  const ids = Array.from({ length: 3000 }, randomId)
  expect(ids.every(id => /^[2-9A-HJ-NP-TW-Za-km-z]{17}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  for (let place = 0; place < 17; place++) expect(new Set(ids.map(id => id[place])).size).toBe(55)
})
