import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SecretBox } from './encryption.ts'

const key = randomBytes(32)
const seal = new SecretBox(() => key)

describe('what is sealed', () => {
  it('opens for its owner, and says nothing of itself', () => {
    const sealed = seal.close('a token of the provider, é', 'ada')
    expect(seal.open(sealed, 'ada')).toBe('a token of the provider, é')
    expect(sealed.toString('latin1')).not.toContain('a token of')
    expect(seal.close('a token of the provider, é', 'ada').equals(sealed)).toBe(false)
  })

  it('opens for nobody else, under no other key, and not when it was changed', () => {
    const sealed = seal.close('a token', 'ada')
    expect(() => seal.open(sealed, 'bob')).toThrow()
    expect(() => new SecretBox(() => randomBytes(32)).open(sealed, 'ada')).toThrow()
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => seal.open(changed, 'ada'), String(at)).toThrow()
    }
    for (const short of [0, 5, 12, 20, 28]) expect(() => seal.open(sealed.subarray(0, short), 'ada'), String(short)).toThrow()
  })
})
