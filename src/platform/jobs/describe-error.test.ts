import { expect, it } from 'vitest'
import { describeError } from './describe-error.ts'

it.each([
  [new TypeError('fetch failed\n    at somewhere'), 'TypeError: fetch failed'],
  [new Error('550 <ada@example.com> is nobody'), 'Error: 550 <(address)> is nobody'],
  [
    new Error('https://id:key@store.example/pictures/ada?X-Amz-Signature=1 answered 503, from https://store.example/x'),
    'Error: https://store.example answered 503, from https://store.example',
  ],
  [new Error('invalid input syntax for type json: "{secret"'), 'Error: invalid input syntax for type json: "…"'],
  [new Error('Bearer 0123456789abcdefABCDEF_-0123456789 is refused'), 'Error: Bearer … is refused'],
  [new Error('so '.repeat(1000)), `Error: ${'so '.repeat(1000)}`.slice(0, 300)],
  ['ada@example.com', 'an unknown error'],
])('tells of %s without what may be secret', (error, text) => expect(describeError(error)).toBe(text))
