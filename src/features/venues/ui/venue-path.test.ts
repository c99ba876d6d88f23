import { expect, it } from 'vitest'
import { venuePath } from './venue-path.ts'

it('the path of a venue is one segment', () => {
  expect(venuePath('bühne')).toBe('/venues/b%C3%BChne')
})
