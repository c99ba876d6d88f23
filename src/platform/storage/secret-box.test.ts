import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SecretBox } from './secret-box.ts'

const key = randomBytes(32)
const seal = new SecretBox(() => key)

describe('an encrypted text', () => {
  it('is decrypted for its owner, and reveals nothing about its content', () => {
    const sealed = seal.encrypt('a token of the provider, é', 'ada')
    expect(seal.decrypt(sealed, 'ada')).toBe('a token of the provider, é')
    expect(sealed.toString('latin1')).not.toContain('a token of')
    expect(seal.encrypt('a token of the provider, é', 'ada').equals(sealed)).toBe(false)
  })

  it('is not decrypted for another owner, with another key, or after a change', () => {
    const sealed = seal.encrypt('a token', 'ada')
    expect(() => seal.decrypt(sealed, 'bob')).toThrow()
    expect(() => new SecretBox(() => randomBytes(32)).decrypt(sealed, 'ada')).toThrow()
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => seal.decrypt(changed, 'ada'), String(at)).toThrow()
    }
    for (const short of [0, 5, 12, 20, 28]) expect(() => seal.decrypt(sealed.subarray(0, short), 'ada'), String(short)).toThrow()
  })
})
