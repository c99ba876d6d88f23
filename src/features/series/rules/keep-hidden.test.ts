import { expect, it } from 'vitest'
import { keepHidden } from './keep-hidden.ts'

const SEEN = new Set(['a', 'c', 'd'])

it.each([
  [
    ['a', 'c', 'd'],
    ['a', 'hidden', 'c', 'd'],
  ],
  [
    ['d', 'a', 'new'],
    ['d', 'a', 'hidden', 'new'],
  ],
  [['c'], ['hidden', 'c']],
  [[], ['hidden']],
])('keeps a hidden night behind the one that it followed where the others become %j', (wanted, all) => {
  expect(keepHidden(['a', 'hidden', 'c', 'd'], wanted, SEEN)).toEqual(all)
})
