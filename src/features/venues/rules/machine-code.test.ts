import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { CODE_CHARACTERS, newMachineCode, readMachineCode } from './machine-code.ts'

it('is not one that the venue has, and has no characters that are taken for each other', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(CODE_CHARACTERS.length - 1), { minLength: 40, maxLength: 40 }), numbers => {
      let next = 0
      // Small numbers meet the same code again and again.
      const random = (below: number): number => (numbers[next++ % numbers.length]! + Math.floor(next / numbers.length)) % below
      const taken = new Set<string>()
      for (let i = 0; i < 5; i++) {
        const code = newMachineCode(taken, random)
        expect(taken.has(code)).toBe(false)
        expect(code).toMatch(/^[2-9a-hj-kmnp-z]{4}$/)
        taken.add(code)
      }
    }),
  )
})

it('is read however it is typed', () => {
  expect(readMachineCode(' K7PZ ')).toBe('k7pz')
})
