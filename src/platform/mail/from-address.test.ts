import { expect, it } from 'vitest'
import { parseFromAddress } from '#platform/text/mail-address.ts'
import { defaultFromAddress } from './from-address.ts'

it('reads an address, alone or behind a name', () => {
  expect(parseFromAddress(' a@b.example ')).toEqual({ name: '', address: 'a@b.example' })
  expect(parseFromAddress('<a@b.example>')).toEqual({ name: '', address: 'a@b.example' })
  expect(parseFromAddress('"Flipper, the bar" <a@b.example>')).toEqual({ name: 'Flipper, the bar', address: 'a@b.example' })
})

it('writes from the host of the public address, or from localhost where that has no name', () => {
  expect(defaultFromAddress('https://scores.example:8443')).toBe('Skillshot <no-reply@scores.example>')
  for (const rootUrl of [null, 'http://localhost:3000', 'http://192.168.1.5', 'http://[::1]:3000'])
    expect(defaultFromAddress(rootUrl)).toBe('Skillshot <no-reply@localhost>')
})
